/** Where hexes lie, and the lines made from them. Flat-topped hexes in columns; one unit is a pixel at radius 56. */

/** @typedef {import("../map-types").Point} Point */
/** @typedef {import("../map-types").Cell} Cell */
/** @typedef {import("../map-types").MapScene} MapScene */

export const R = 56;
export const H = (R * Math.sqrt(3)) / 2;

/** Corners from the east, clockwise on the screen. @type {Point[]} */
export const CORNERS = [0, 1, 2, 3, 4, 5].map((i) => turn(R, i * 60));
/** Steps to the six neighbours; step i crosses the side between corners i and i + 1. @type {Point[]} */
const STEPS = [0, 1, 2, 3, 4, 5].map((i) => turn(2 * H, 30 + i * 60));

/**
 * @param {number} length
 * @param {number} degrees
 * @returns {Point}
 */
function turn(length, degrees) {
  const angle = (degrees * Math.PI) / 180;
  return { x: length * Math.cos(angle), y: length * Math.sin(angle) };
}

/** The lattice point, as a name that does not depend on rounding. @param {Point} p */
export function keyOf(p) {
  return `${Math.round(p.x / (R / 2))},${Math.round(p.y / H)}`;
}

export class Layout {
  /** Lit places beyond which they are drawn as one stretch. */
  many = 60;

  /** @param {MapScene} scene */
  constructor(scene) {
    this.scene = scene;
    const { width, height, reach, counter } = this.measure();
    this.width = width;
    this.height = height;
    /** Half the room a place takes across and down. @type {Point} */
    this.reach = reach;
    /** The size of a counter. */
    this.counter = counter;
    /** @type {Map<string, Cell>} the hexes of the sheet by name */
    this.byName = new Map();
    /** @type {Map<string, Cell>} the hexes and one ring beyond, by place */
    this.cells = new Map();
    for (const [id, facts] of Object.entries(scene.places)) {
      const at = this.place(id);
      const cell = { key: this.keyOf(at), id, ...at, ...facts };
      this.byName.set(id, cell);
      this.cells.set(cell.key, cell);
    }
    this.#addRim();
  }

  /** Paper around the places. */
  get margin() {
    return 14;
  }

  /** Where a tag stands, seen from the middle of a place that is taken. @returns {Point} */
  get aside() {
    return { x: 27, y: 13 };
  }

  /** Sizes of the sheet, of a place and of a counter. */
  measure() {
    const { columns, rows } = this.scene;
    return { width: R * (1.5 * columns + 0.5), height: H * (2 * rows + 1), reach: { x: R, y: H }, counter: 44 };
  }

  /** @param {Point} p */
  keyOf(p) {
    return keyOf(p);
  }

  /** Steps to the neighbours; step i crosses the side between corners i and i + 1. @returns {Point[]} */
  steps() {
    return STEPS;
  }

  /** @param {string} id @returns {Point} */
  place(id) {
    const half = id.length / 2;
    const column = Number(id.slice(0, half));
    const row = Number(id.slice(half));
    const across = this.scene.east_left === false ? this.scene.columns - column : column - 1;
    const lower = (column % 2 === 0) !== (this.scene.offset === "odd-down");
    return { x: R + across * 1.5 * R, y: H + (row - 1) * 2 * H + (lower ? H : 0) };
  }

  /** @param {string} id @returns {Point} */
  center(id) {
    const cell = this.byName.get(id);
    return cell ? { x: cell.x, y: cell.y } : this.place(id);
  }

  /** The outline of a place. @param {Point} at @param {number} [inset] units drawn in from the side @returns {Point[]} */
  shape(at, inset = 0) {
    return hexagon(at, inset);
  }

  /** The land goes on beyond the edge as it was, so that no area ends at the frame. */
  #addRim() {
    for (const cell of [...this.byName.values()]) {
      for (const step of this.steps()) {
        const at = { x: cell.x + step.x, y: cell.y + step.y };
        const key = this.keyOf(at);
        if (!this.cells.has(key)) {
          const { territory, also, level } = cell;
          this.cells.set(key, { key, id: null, ...at, terrain: plainer(cell.terrain), territory, also, level });
        }
      }
    }
  }

  /**
   * @param {Cell} cell
   * @returns {(Cell | undefined)[]} by direction
   */
  around(cell) {
    return this.steps().map((step) => this.cells.get(this.keyOf({ x: cell.x + step.x, y: cell.y + step.y })));
  }

  /**
   * The hex under a point of the map.
   * @param {Point} p
   * @returns {string | null}
   */
  hexAt(p) {
    let best = null;
    let least = R * R;
    const across = Math.round((p.x - R) / (1.5 * R));
    for (let a = across - 1; a <= across + 1; a++) {
      const x = R + a * 1.5 * R;
      const high = Math.round(p.y / H);
      for (let r = high - 2; r <= high + 2; r++) {
        const cell = this.cells.get(keyOf({ x, y: r * H }));
        if (!cell?.id) continue;
        const distance = (cell.x - p.x) ** 2 + (cell.y - p.y) ** 2;
        if (distance < least) {
          least = distance;
          best = cell.id;
        }
      }
    }
    return best;
  }

  /**
   * The two ends of the side between neighbours.
   * @param {string} a
   * @param {string} b
   * @returns {[Point, Point]}
   */
  side(a, b) {
    const p = this.center(a);
    const q = this.center(b);
    const m = { x: (p.x + q.x) / 2, y: (p.y + q.y) / 2 };
    const ux = ((q.y - p.y) / (2 * H)) * (R / 2);
    const uy = (-(q.x - p.x) / (2 * H)) * (R / 2);
    return [{ x: m.x + ux, y: m.y + uy }, { x: m.x - ux, y: m.y - uy }];
  }

  /** Hexes between two, plain distance. @param {string} a @param {string} b */
  distance(a, b) {
    const p = this.center(a);
    const q = this.center(b);
    const dx = Math.abs(p.x - q.x) / (1.5 * R);
    const dy = Math.abs(p.y - q.y) / H;
    return Math.round(dx + Math.max(0, (dy - dx) / 2));
  }

  /**
   * The outlines of a set of cells as closed rings of corners.
   * @param {(cell: Cell) => boolean} inside
   * @param {boolean} [rim] count the ring beyond the edge too
   * @returns {Point[][]}
   */
  outlines(inside, rim = true) {
    /** @type {Map<string, {from: Point, to: Point, of: string}[]>} by start; places that touch at a corner share one */
    const open = new Map();
    const member = (/** @type {Cell | undefined} */ c) => !!c && (rim || c.id !== null) && inside(c);
    for (const cell of this.cells.values()) {
      if (!member(cell)) continue;
      const ring = this.shape(cell);
      this.around(cell).forEach((other, i) => {
        if (member(other)) return;
        const key = this.keyOf(ring[i]);
        open.set(key, [...(open.get(key) ?? []), { from: ring[i], to: ring[(i + 1) % ring.length], of: cell.key }]);
      });
    }
    /** @type {Point[][]} */
    const rings = [];
    while (open.size) {
      const ring = [];
      let key = /** @type {string} */ (open.keys().next().value);
      let owner = "";
      for (let edges = open.get(key); edges; edges = open.get(key)) {
        const edge = edges.find((candidate) => candidate.of === owner) ?? edges[0];
        if (edges.length === 1) open.delete(key);
        else open.set(key, edges.filter((other) => other !== edge));
        ring.push(edge.from);
        owner = edge.of;
        key = this.keyOf(edge.to);
      }
      rings.push(ring);
    }
    return rings;
  }
}

/** Towns do not go on beyond the edge. @param {string} terrain */
function plainer(terrain) {
  return terrain.includes("city") ? "clear" : terrain;
}

/**
 * @param {Point} at
 * @param {number} i
 * @param {number} [scale]
 * @returns {Point}
 */
export function corner(at, i, scale = 1) {
  const c = CORNERS[i % 6];
  return { x: at.x + c.x * scale, y: at.y + c.y * scale };
}

/**
 * @param {Point} at
 * @param {number} [inset] units drawn in from the side
 * @returns {Point[]}
 */
export function hexagon(at, inset = 0) {
  const scale = 1 - inset / H;
  return CORNERS.map((_, i) => corner(at, i, scale));
}
