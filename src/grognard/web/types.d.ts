/** What the server sends. Nothing here names a game. */

export interface Option {
  action: string;
  label: string;
  verb: string;
  place?: string;
  /** All the places it is about, where they are several; a click on any of them means it. */
  places?: string[];
  from?: string;
  unit?: string;
  card?: string;
  group: "place" | "unit" | "number" | "card" | "button";
  primary?: boolean;
  /** Seldom wanted: kept among the further choices. */
  minor?: boolean;
  tag?: string;
  price?: boolean;
  why?: string;
  /** A picture the game draws for it (optionPicture); such options are also offered beside their hex. */
  picture?: string;
}

export interface Decision {
  name: string;
  rule: string;
  prompt: string;
  side: string;
  options: Option[];
  /** Options that stand for many actions: places and angles on an open table. */
  regions?: Region[];
  /** Ground the question is about. */
  areas?: TableArea[];
  crumbs: string[];
  /** What is laid over the map by itself while this is asked. */
  overlay?: string;
  /** Several actions in one gesture, such as a whole march: shown like options, confirmed once. */
  plans?: Plan[];
  /** Long answers at one click, without a way on the map. */
  shortcuts?: { id: string; label: string; actions: string[] }[];
}

/** An answer that is a place, a pose or a number. */
export interface Region {
  verb: string;
  label: string;
  gesture: "pose" | "point" | "amount" | "";
  /** Notation of an answer, with {x} {y} {facing} or {n} in it. */
  template: string;
  place: string;
  from?: number[];
  min?: number;
  max?: number;
  step?: number;
  suffix?: string;
  polygons?: number[][][];
  /** how near it may come to each of these pieces */
  off?: Record<string, number>;
  examples: string[];
}

/** Ground on an open table, in its millimetres. */
export interface TableArea {
  polygon: number[][];
  style: string;
  label?: string;
}

/** What an action would lead to. */
export interface Rehearsal {
  unit: string;
  pose: number[];
  legs: { text: string; cost: string }[];
  way: number[][];
  left: string;
  areas: TableArea[];
  sees: string[];
  threatens: { place: string; tag: string; text: string }[];
  threatened: { place: string; tag: string; text: string }[];
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

export interface Plan extends Option {
  actions: string[];
  path: string[];
}

export interface LogLine {
  n: number;
  i: number;
  turn: number;
  phase: number;
  phase_name?: string;
  text: string;
  side: string | null;
  places: string[];
  rule: string | null;
  dice: number[];
  card?: string | null;
  /** Of lines in a row with the same thread only the last is shown. */
  thread?: string;
  kind: string;
}

export interface CardFace {
  number: number;
  title: string;
  deck: string;
  rule: string;
  note: string;
  parts: { side: string | null; name: string; text: string }[];
}

/** Cards as a seat sees them. */
export interface CardsShown {
  hand: string[];
  table: { side: string; card: string; part: string | null; state: string }[];
  backs: { side: string; name: string; count: number }[];
  piles: { kind: string; name: string; count: number }[];
}

export interface SideInfo {
  id: string;
  name: string;
  seat: string;
  score: number;
  note: string;
}

export interface Clock {
  turn: number;
  phase: number;
  phase_name: string;
  month: string;
  /** What holds for the whole table just now, such as the weather. */
  badge?: { text: string; title: string };
  /** Turn 0 is a pause between two years. */
  turns?: { turn: number; month: string; winter: boolean; short?: string; year?: number; now?: boolean }[];
}

export interface RangeEntry {
  hexes: number;
  risk: string;
  forced: boolean;
  path?: string[];
  label?: string;
  why?: string | null;
}

export interface Overlays {
  supply?: Record<string, { places: string[]; routes: Record<string, string[]>; cut: string[] }>;
  control?: Record<string, string[]>;
  range?: Record<string, Record<string, RangeEntry>>;
  [id: string]: unknown;
}

/** An overlay of no special kind: areas and lines in a style of the map. */
export interface PlainOverlay {
  /** Hexes, or on an open table an outline. */
  areas?: { places?: string[]; polygon?: number[][]; style: string; label?: string }[];
  lines?: { path: (string | number[])[]; style: string; label?: string; arrow?: boolean }[];
}

export interface Snapshot {
  match: string;
  revision: number;
  seat: string | null;
  lang: string;
  title: string;
  game: string;
  scenario: string;
  options: Record<string, unknown>;
  sides: SideInfo[];
  clock: Clock;
  view: View;
  decision: Decision | null;
  waiting: { for: string[]; bot: boolean; since: number; stalled?: Stalled | null } | null;
  /** It holds a bot's secrets: no record, no copy. */
  sealed: boolean;
  /** Whether a side of this game may know what another may not. */
  secrets?: boolean;
  /** Parts that could not be made, each with its sentence. */
  missing?: { part: string; text: string }[];
  /** What was promised of the dice before the first throw; a chosen seed is known to all, another when the match is over. */
  dice?: { streams: { first: number; commit: string }[]; seed: string | null };
  log: LogLine[];
  can_undo: boolean;
  can_redo: boolean;
  outcome: { winner: string | null; score: Record<string, number>; text: string } | null;
  overlays: Overlays;
  cards?: CardsShown | null;
  stage?: Stage | null;
  lesson?: { text: string; hint: string | null; action: string | null; shortcut: string | null; step: number; steps: number } | null;
  length?: number;
  at?: number;
}

/** A bot that failed or never ended, and who could sit there instead. */
export interface Stalled {
  side: string;
  bot: string;
  reason: string;
  text: string;
  bots?: (string | { id: string; name: string })[];
}

/** A clash beside the board. A marker without numbers lies face down. */
export interface Stage {
  title: string;
  note: string;
  rule: string;
  key: string;
  /** The clash is fought; only how it ended is still shown. */
  over: boolean;
  parties: {
    side: string; name: string; unit: string; note: string; count: number; ready: boolean;
    hand: { id: string; red: number; blue: number; actions: string[] }[];
  }[];
  last: { key: string; title: string; rule: string; text: string; columns: string[];
    turned: { side: string; word: string; red: number | null; blue: number | null }[];
    rows: { label: string; rule: string; values: (string | number | null)[] }[] } | null;
}

export interface View {
  units: Piece[];
  /** Stacks face down: how many counters, and whatever else is known of them. */
  backs?: Piece[];
  /** Generals where they are no units. */
  generals?: Piece[];
  revision: number;
  to_act: string[];
  /** Ways that are always drawn, such as plans already written. */
  routes?: NonNullable<PlainOverlay["lines"]>;
  [key: string]: unknown;
}

export interface Piece {
  id: string;
  side: string;
  place: string;
  kind: string;
  flags: string[];
  /** All places it takes, where it takes more than one. */
  squares?: string[];
  [key: string]: unknown;
}

export interface Scene {
  kind: string;
  places: Record<string, { terrain: string; territory: string }>;
  cities: Record<string, { name: string; fortified: boolean; vp: number; label?: string }>;
  pieces: Record<string, PieceFacts>;
  cards?: Record<string, CardFace>;
  /** What can be laid over the board: a button each, with the letter that presses it. */
  overlays?: { id: string; icon: string; label: string; key: string }[];
  /** Instruments of the board, such as "tape". */
  tools?: string[];
  [key: string]: unknown;
}

export interface PieceFacts {
  name: string;
  side: string;
  kind: string;
  [key: string]: unknown;
}

/** What the map module gives the shell. */
export interface BoardMap {
  setPieces(view: View): void;
  /** Nothing of anybody is left on it. */
  clear(): void;
  setLit(options: Option[], onChoose: (option: Option) => void, onHover: (option: Option | null) => void): void;
  setChosen(chosen: { start?: string; path?: string[]; goal?: string; attack?: { from: string; to: string } }): void;
  setOverlay(name: string | null, overlays: Overlays): void;
  highlight(hexes: string[]): void;
  onHexClick(callback: (hex: string, event: Event) => void): void;
  centerOn(hex: string, scale?: number): void;
  fit(hexes?: string[], smooth?: boolean, largest?: number): void;
  ensureVisible(hex: string): void;
  hexOnScreen(hex: string): { x: number; y: number };
  setInsets(insets: { left?: number; right?: number; top?: number; bottom?: number }): void;
  destroy(): void;
  zoom(factor: number): void;
  toggleCounters(hidden: boolean): void;
  /** The scale at which a place is 44 pixels high. */
  thumb?: number;
  /** The scale at which counters can just be told apart. */
  readable?: number;
  hexCenter(hex: string): { x: number; y: number };
  stackAt(hex: string): string[];
  onHover?(callback: (hex: string | null) => void): void;
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

/** What is seen from a hex, and what hides the rest. */
export interface Sight {
  from: string;
  seen: string[];
  hidden: Record<string, { by: string[]; text: string; rule: string }>;
}

/** What a game's own module gives the shell and the map. */
export interface GameModule {
  trayPiece(piece: Piece, facts: PieceFacts, size?: number): HTMLElement | SVGElement;
  optionPicture?(picture: string, size?: number, scene?: Scene): SVGElement;
  /** What can be said of a piece the scene does not list: a stack face down. */
  factsOf?(piece: Piece, scene: Scene): PieceFacts | null;
  [key: string]: unknown;
}

export interface GameInfo {
  id: string;
  title: string;
  blurb: string;
  sides: { id: string; name: string }[];
  scenarios: { id: string; name: string; sides: Record<string, string>; palette: { sides: Record<string, { body: string; text?: string; text_dark?: string; shape?: string }> } }[];
  /** The option that names the side the rules themselves play. */
  automaton: string;
  options: { name: string; title: string; values: { value: unknown; name: string }[]; default: unknown; about: string; needs: Record<string, unknown>; needs_text: string }[];
  presets: { id: string; name: string; about: string; options: Record<string, unknown> }[];
  bots: { id: string; name: string }[];
  scene_url: string;
  web: string;
  lesson?: boolean;
  workshop?: boolean;
  companion?: boolean;
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

export interface MatchInfo {
  id: string;
  title: string;
  game: string;
  scenario: string;
  scenario_name: string;
  seats: Record<string, string>;
  clock: Clock;
  to_act: string[];
  outcome: { winner: string | null; text: string } | null;
  updated: string;
  finished: boolean;
  /** It holds a bot's secrets: no record, no copy. */
  sealed: boolean;
  /** Why it cannot be opened. */
  broken?: string | null;
}

export interface Refusal {
  rule: string;
  text: string;
}

export interface Forecast {
  rows: { rule: string; label: string; attack: string | number | null; defence: string | number | null }[];
  bars: { key: string; label: string; chance: number }[];
  /** Names of the two columns. */
  heads?: string[];
  /** More bars, each with a title of its own. */
  more?: { title: string; bars: { key: string; label: string; chance: number }[] }[];
  mean_hits?: Record<string, number>;
  text?: string;
  title?: string;
}

export interface Paragraph {
  number: string;
  title: string;
  section: string;
  html: string;
}
