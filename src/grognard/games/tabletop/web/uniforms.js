/** Coats, breeches and headgear as a painter would have them, by nation and kind of unit. */

/** @typedef {{coat: string, legs: string, hat: string, facing: string, horse?: string}} Uniform */

/** @type {Record<string, Record<string, Uniform>>} */
const UNIFORMS = {
  FR: {
    inf: { coat: "#24508F", legs: "#F4F0E2", hat: "#1B1A18", facing: "#B5352A" },
    light_inf: { coat: "#1C3B6E", legs: "#1C3B6E", hat: "#1B1A18", facing: "#C9B24A" },
    cav: { coat: "#2F6B45", legs: "#2F6B45", hat: "#1B1A18", facing: "#C9B24A", horse: "#6B4526" },
    heavy_cav: { coat: "#2F6B45", legs: "#F4F0E2", hat: "#B08D3A", facing: "#B5352A", horse: "#3A2A1C" },
    cuirassiers: { coat: "#C9CDD2", legs: "#F4F0E2", hat: "#B08D3A", facing: "#24508F", horse: "#2C2018" },
    art: { coat: "#1C3B6E", legs: "#1C3B6E", hat: "#1B1A18", facing: "#B5352A" },
  },
  AU: {
    inf: { coat: "#F4F0E2", legs: "#F4F0E2", hat: "#1B1A18", facing: "#3F6FA8" },
    light_inf: { coat: "#7A4E2B", legs: "#6F93B5", hat: "#1B1A18", facing: "#B5352A" },
    cav: { coat: "#3F6FA8", legs: "#A6282B", hat: "#1B1A18", facing: "#C9B24A", horse: "#6B4526" },
    heavy_cav: { coat: "#F4F0E2", legs: "#F4F0E2", hat: "#1B1A18", facing: "#A6282B", horse: "#4A3220" },
    art: { coat: "#8A5A3B", legs: "#F4F0E2", hat: "#1B1A18", facing: "#A6282B" },
  },
  GB: {
    inf: { coat: "#A6282B", legs: "#9AA0A6", hat: "#1B1A18", facing: "#F4F0E2" },
    light_inf: { coat: "#A6282B", legs: "#9AA0A6", hat: "#1B1A18", facing: "#2F6B45" },
    rifles: { coat: "#23402C", legs: "#23402C", hat: "#1B1A18", facing: "#1B1A18" },
    cav: { coat: "#24508F", legs: "#F4F0E2", hat: "#4A3220", facing: "#C9B24A", horse: "#6B4526" },
    heavy_cav: { coat: "#A6282B", legs: "#F4F0E2", hat: "#1B1A18", facing: "#24508F", horse: "#3A2A1C" },
    art: { coat: "#24508F", legs: "#9AA0A6", hat: "#1B1A18", facing: "#B5352A" },
  },
  RU: {
    inf: { coat: "#2E5B3B", legs: "#F4F0E2", hat: "#1B1A18", facing: "#A6282B" },
    cav: { coat: "#24508F", legs: "#9AA0A6", hat: "#1B1A18", facing: "#C9B24A", horse: "#6B4526" },
    art: { coat: "#2E5B3B", legs: "#F4F0E2", hat: "#1B1A18", facing: "#1B1A18" },
  },
  PR: {
    inf: { coat: "#2B3C66", legs: "#9AA0A6", hat: "#1B1A18", facing: "#A6282B" },
    cav: { coat: "#3A3F47", legs: "#9AA0A6", hat: "#1B1A18", facing: "#A6282B", horse: "#4A3220" },
    art: { coat: "#2B3C66", legs: "#9AA0A6", hat: "#1B1A18", facing: "#1B1A18" },
  },
};

/** @param {string} nation @param {string} type @param {string} arm @returns {Uniform} */
export function uniformOf(nation, type, arm) {
  const army = UNIFORMS[nation] ?? UNIFORMS.FR;
  return army[type] ?? army[arm] ?? army.inf;
}
