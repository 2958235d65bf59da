/** Which module draws which kind of board. Each exports `createMap(svg, scene, game)` and gives a BoardMap. */

/** @type {Record<string, string>} */
const MODULES = { hexes: "hexmap", squares: "squaremap", plane: "planemap" };

/**
 * @param {SVGSVGElement} svg
 * @param {import("../types").Scene} scene
 * @param {import("../client").GameModule} game
 * @returns {Promise<import("../client").BoardMap>}
 */
export async function createBoard(svg, scene, game) {
  const module = await import(`./${MODULES[scene.kind]}.js`);
  return module.createMap(svg, scene, game);
}
