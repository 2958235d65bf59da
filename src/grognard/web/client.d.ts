/** What the parts of the client ask of each other. Nothing here names a game. */

import type { Area, Arrow, Mover, Option, Overlays, Piece, PieceFacts, Prospect, Scene, Sight, Snapshot, TableArea, View } from "./types";

/** What somebody at the table may do, whichever part of it he presses. */
export interface Hands {
  act(action: string): Promise<boolean>;
  /** Several actions in one gesture. */
  carryOut(plan: { actions: string[] }): Promise<void>;
  choose(option: Option, modified?: boolean): void;
  /** A choice without a way back is made twice. */
  ponder(option: Option): void;
  hover(option: Option | null): void;
  /** Whether a press is meant for what is asked now; `drawn`: what the button was drawn for. */
  heeds(drawn: Snapshot): boolean;
  /** One step back: out of a pick, out of a plan, then undo. */
  back(): void;
  turnBack(which: "undo" | "redo"): Promise<void>;
  /** Show the way considered, or where the choice starts from. */
  mark(): void;
  /** Say why something did not come about. */
  refuse(fault: unknown): void;
  /** A sentence that asks for nothing. */
  quiet(text: string): void;
  /** Show what stands in a place. */
  look(place: string | null): void;
}

/** A piece where it would stand. */
export interface Ghost {
  unit: string;
  pose: { x: number; y: number; facing: number };
  /** null: not known yet. */
  ok: boolean | null;
  turns: boolean;
  text?: string;
  way?: number[][];
  guides?: number[][][];
  areas?: TableArea[];
  sees?: string[];
  threatens?: { place: string; tag: string }[];
  threatened?: { place: string; tag: string }[];
}

/** What the map module gives the shell. */
export interface BoardMap {
  setPieces(view: View): void;
  /** Nothing of anybody is left on it. */
  clear(): void;
  setLit(options: Option[], onChoose: (option: Option, all: Option[], modified: boolean) => void, onHover: (option: Option | null) => void): void;
  setChosen(chosen: { start?: string; path?: string[]; goal?: string; attack?: { from: string; to: string }; helpers?: Arrow[]; taken?: string[]; movers?: Mover[]; areas?: Area[]; prospects?: Prospect[] }): void;
  /** The place under a point of the window. */
  placeAt?(x: number, y: number): string | null;
  /** A click where there is no place. */
  onGround?(callback: (event: MouseEvent) => void): void;
  /** Two clicks on one place. */
  onHexTwice?(callback: (hex: string) => void): void;
  setOverlay(name: string | null, overlays: Overlays): void;
  highlight(hexes: string[]): void;
  /** A veil over all but some places (none: no veil), and a ring round the one that is advised. */
  setVeil?(places: string[], goal: string | null): void;
  /** What happened, drawn on the map; boards that only hold words have none of this. */
  setTale?(tale: import("./board/trails").Tale): void;
  onTrail?(callback: (id: number | null) => void): void;
  taleOnScreen?(at: import("./board/trails").At): { x: number; y: number } | null;
  revealTale?(at: import("./board/trails").At): void;
  onMove?(callback: () => void): void;
  outlook?: { x: number; y: number; scale: number } | null;
  lookAgain?(outlook: { x: number; y: number; scale: number }): void;
  onHexClick(callback: (hex: string, event: Event) => void): void;
  centerOn(hex: string, scale?: number): void;
  fit(hexes?: string[], smooth?: boolean, largest?: number): void;
  ensureVisible(hex: string): void;
  hexOnScreen(hex: string): { x: number; y: number };
  setInsets(insets: { left?: number; right?: number; top?: number; bottom?: number }): void;
  destroy(): void;
  zoom(factor: number): void;
  /** Push the map aside, in pixels. */
  slide?(dx: number, dy: number): void;
  toggleCounters(hidden: boolean): void;
  /** Whether what is lit can be pressed on it. */
  onMap?: boolean;
  /** The scale at which a place is 44 pixels high. */
  thumb?: number;
  /** The scale at which counters can just be told apart. */
  readable?: number;
  hexCenter(hex: string): { x: number; y: number };
  stackAt(hex: string): string[];
  onHover?(callback: (hex: string | null) => void): void;
  /** Say beside a piece who it is, and whose; null: no longer. */
  nameOf?(id: string | null): void;
  setSight?(sight: Sight | null, to?: string | null): void;
  /** Boards measured in millimetres have these. */
  svg?: SVGSVGElement;
  fitTo?(points: number[][]): void;
  setAreas?(areas: TableArea[]): void;
  setDraggable?(id: string | null): void;
  setGhost?(ghost: Ghost | null): void;
  setTape?(tape: { from: { x: number; y: number }; to: { x: number; y: number }; text: string } | null): void;
  toTable?(x: number, y: number): { x: number; y: number };
  onScreen?(at: { x: number; y: number }): { x: number; y: number };
}

/** What a game's own module gives the shell and the map. */
export interface GameModule {
  trayPiece(piece: Piece, facts: PieceFacts, size?: number): HTMLElement | SVGElement;
  /** A piece as it is seen from afar, for lists. */
  badge?(piece: Piece, facts: PieceFacts, size?: number): HTMLElement | SVGElement;
  optionPicture?(picture: string, size?: number, scene?: Scene): SVGElement;
  /** What can be said of a piece the scene does not list: a stack face down. */
  factsOf?(piece: Piece, scene: Scene): PieceFacts | null;
  [key: string]: unknown;
}

/** What a game's workshop.js gives the page: an editor of its scenarios. */
export interface WorkshopEditor {
  element: HTMLElement;
  document: unknown;
  load(document: unknown): void;
  title(): string;
  /** A square or hex was clicked. */
  click(hex: string): void;
  /** What stands on the board now. */
  view(): View;
  /** Where a click would do something. */
  lit(): Option[];
  facts(facts: any): void;
  /** What the battle itself says of the options it is to be played with; changes them in place. */
  settle?(options: Record<string, unknown>): void;
}
