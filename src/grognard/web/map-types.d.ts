/** What the map reads and what it offers. Nothing here names a game. */

import type { Area, Arrow, Mover, Option, Overlays, Piece, PieceFacts, Prospect, View } from "./types";

export interface Point {
  x: number;
  y: number;
}

export interface MapCity {
  /** Empty: another hex of the same place carries the name. */
  name: string;
  fortified: boolean;
  vp: number;
  label?: string;
  /** Drawn as roofs or earthworks on the ground instead of as a town's sign. */
  sign?: "town" | "village" | "farm" | "redoubt";
}

/** A road as a bare path, or with its kind, which the style sheet knows. */
export type MapRoad = string[] | { kind: string; path: string[] };

export interface MapFlag {
  place: string;
  label: string;
  side: string;
  title?: string;
}

export interface MapRiver {
  id: string;
  name: string;
  /** Two hexes and whether a bridge spans the side, in order downstream. */
  sides: [string, string, boolean?][];
  mouth: string;
}

export interface MapScene {
  kind: string;
  columns: number;
  rows: number;
  /** Columns that lie half a hex lower. */
  offset?: string;
  /** False: column 1 is the east edge and drawn at the right. */
  east_left?: boolean;
  /** A palette of the style sheet: "summer", "snow". */
  ground?: string;
  /** The highest level of the ground; without it the map is flat. */
  levels?: number;
  /** ``at``: column and row of a square, from the south-west. */
  places: Record<string, { terrain: string; territory: string; also?: string[]; level?: number; at?: number[] }>;
  /** Pieces of terrain on a board of squares. */
  features?: Feature[];
  /** Squares across a sector and across and down a section. */
  sector?: number;
  section?: number[];
  cities: Record<string, MapCity>;
  rivers?: MapRiver[];
  roads?: MapRoad[];
  frontier?: [string, string][];
  /** Names on the ground: regions in capitals, or "area" and "peak" in small writing. */
  regions?: { name: string; place: string; id?: string; style?: string }[];
  flags?: MapFlag[];
  pieces: Record<string, PieceFacts>;
  sides?: { id: string; name: string }[];
}

export interface Feature {
  kind: "hill" | "wood" | "settlement" | "farm" | "fortress" | "river" | "bridge" | "pontoon" | "fortification" | "wall";
  name: string;
  places: string[];
}

/** A hex of the sheet, or one just beyond its edge that carries the land on (id null). */
export interface Cell {
  key: string;
  id: string | null;
  x: number;
  y: number;
  terrain: string;
  territory: string;
  also?: string[];
  level?: number;
}

export interface Stack {
  place: string;
  side: string;
  /** Ids, the one on top first. */
  ids: string[];
  pieces: Record<string, unknown>[];
  marks: Record<string, unknown>;
}

export interface TerrainStyle {
  /** Terrain kinds drawn as areas, lowest first, with their sign. */
  areas: { kind: string; sign?: "trees" | "reeds" | "hachures" | "peaks" | "corn" | "crags"; shape?: "blob" | "water" }[];
  /** Territories drawn on the second ground colour. */
  friendly: string[];
}

export interface MapGame {
  drawStack(pieces: Record<string, unknown>[], marks: Record<string, unknown>, size: number): SVGGElement;
  stacks(view: View, scene: MapScene): Stack[];
  terrain?: TerrainStyle;
  /** A piece in words; "" where it only goes on in another place: that is not read aloud. */
  spoken?(piece: Record<string, unknown>, scene: MapScene): string;
  [key: string]: unknown;
}

export interface Chosen {
  start?: string;
  path?: string[];
  goal?: string;
  /** Units that would go: their ghost stands on the goal. Without it, the whole stack of the start. */
  units?: string[];
  attack?: { from: string; to: string };
  /** Who may come to help, each with a chance. */
  helpers?: Arrow[];
  threat?: string[];
  /** Places of those in hand. */
  taken?: string[];
  /** What each of several would do. */
  movers?: Mover[];
  /** Ground that matters where they would stand, and fights that could follow. */
  areas?: Area[];
  prospects?: Prospect[];
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Insets {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export type { Option, Overlays, Piece, View };
