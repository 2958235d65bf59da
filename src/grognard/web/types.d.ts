/** What the server sends. Written from kernel/wire by tests/wiretypes.py: do not edit. */

/** How it ended. */
export interface Ended {
  winner: string | null;
  level: string;
  score: Record<string, number>;
  reason: string;
  text: string;
}

/** A part that could not be made. */
export interface Missing {
  part: string;
  text: string;
}

/** What was promised of the dice from this one on. */
export interface StreamShown {
  first: number;
  commit: string;
}

/** One side of the match. */
export interface SideInfo {
  id: string;
  name: string;
  seat: string;
  score: number;
  note: string;
}

/** A table beside the board. */
export interface Table {
  id: string;
  title: string;
  rule: string;
  head: string[];
  rows: ((string | number | null)[])[];
  /** the row of now */
  mark: number | null;
  about: TableRow[];
  note: string;
  /** a last row of its own */
  total?: string[];
  /** "armies", "muster" (shown with the armies alone), "charts" of the rulebook */
  topic?: string;
}

/** A measure of a side, turn by turn. */
export interface ChartLine {
  side: string;
  measure: string;
  /** 0: drawn through */
  dash: number;
  values: number[];
  label: string;
}

/** Something written beside the lines of a chart. */
export interface ChartMark {
  /** the place on the axis, after that turn */
  at: number;
  turn: number;
  label: string;
}

/** Measures of both sides. */
export interface Chart {
  id: string;
  title: string;
  ticks: string[];
  lines: ChartLine[];
  /** from here to there: winter, foul weather */
  shade: number[] | null;
  shade_label: string;
  marks: ChartMark[];
}

/** What came of one kind of dice against what was to be expected; ``better`` above zero is luck. */
export interface LuckRow {
  id: string;
  side: string;
  label: string;
  rule: string;
  tries: number;
  rolled: number;
  expected: number;
  better: number;
}

/** All dice of a side in a sentence. */
export interface LuckVerdict {
  side: string;
  text: string;
  dice?: number;
  mean?: number;
  better?: number;
}

/** Something worth telling. */
export interface TurningPoint {
  /** the action it came with */
  n: number;
  turn: number;
  side: string | null;
  title: string;
  text: string;
  places: string[];
  rule: string | null;
}

/** What a bot was up to in a turn. */
export interface IntentTold {
  /** the action before which it was so minded */
  n: number;
  turn: number;
  side: string;
  title: string;
  text: string[];
}

/** A game told after its end. */
export interface Chronicle {
  headline?: string;
  caption?: string;
  text?: string;
  /** the game in a paragraph */
  story?: string;
  dice?: number;
  decisions?: number;
  series?: Record<string, number[] | Record<string, number[]>>;
  score?: Table;
  charts?: Chart[];
  luck?: LuckRow[];
  luck_verdict?: LuckVerdict[];
  turning_points?: TurningPoint[];
}

/** What was promised of the dice, and what they came from. */
export interface StreamOpened extends StreamShown {
  seed: string | null;
}

/** Whether the dice are those that were promised. */
export interface Verified {
  ok: boolean;
  dice: number;
  fault: string | null;
  streams: StreamOpened[];
}

/** The page after a game. */
export interface Report extends Chronicle {
  match: string;
  sides: SideInfo[];
  /** when */
  ended: string;
  title: string;
  game: string;
  scenario: string;
  outcome: Ended | null;
  verified: Verified;
  /** of the sides that bots played */
  intents: IntentTold[];
  missing: Missing[];
}

/** A turn of the track; turn 0 is a pause between two years. */
export interface Turn {
  turn: number;
  month: string;
  winter: boolean;
  short?: string;
  year?: number;
  /** said where the number alone does not tell */
  now?: boolean;
}

/** What a card says to one side. */
export interface CardPart {
  side: string | null;
  name: string;
  text: string;
}

/** A card by its face. */
export interface CardFace {
  number: number;
  title: string;
  deck: string;
  rule: string;
  note: string;
  parts: CardPart[];
}

/** A hex or square of the board. */
export interface Place {
  terrain: string;
  territory: string;
  /** what else there is */
  also?: string[];
  level?: number;
  /** column and row of a square, from the south-west */
  at?: number[];
}

/** A town on the map. */
export interface City {
  name: string;
  fortified: boolean;
  vp: number;
  label?: string;
  sign?: string;
  source?: boolean;
  kind?: string;
}

/** What is known of a counter from the beginning. */
export interface PieceFacts {
  name: string;
  side: string;
  kind: string;
  short?: string;
  nation?: string;
  /** read aloud */
  label?: string;
  /** what stands beside its name */
  text?: string;
  [key: string]: unknown;
}

/** A river or stream: two hexes and whether a bridge spans the side, in order downstream. */
export interface River {
  id: string;
  name: string;
  sides: ((string | boolean)[])[];
  mouth: string;
}

/** A name on the ground: a region in capitals, or "area" and "peak" in small writing. */
export interface GroundName {
  name: string;
  place: string;
  id: string;
  style?: string;
}

/** A line of the legend: what it means, and one of a kind of ground, a sign of the map, a counter, a picture. */
export interface LegendEntry {
  label: string;
  ground?: string;
  piece?: Record<string, unknown>;
  picture?: string;
  sign?: string;
}

/** Something that can be laid over the board, with the letter that presses it. */
export interface OverlayButton {
  id: string;
  icon: string;
  label: string;
  key: string;
}

/** How a side is painted. */
export interface SideColours {
  body: string;
  text?: string;
  text_dark?: string;
  shape?: string;
  ink?: string;
  nation?: string;
  [key: string]: unknown;
}

/** The colours of a scenario. */
export interface Palette {
  sides: Record<string, SideColours>;
  [key: string]: unknown;
}

/** A side by the name it bears in a scenario. */
export interface SceneSide {
  id: string;
  name: string;
  nation?: string;
}

/** What the board is drawn from and never changes during a match. */
export interface Scene {
  kind: string;
  scenario?: string;
  title?: string;
  columns?: number;
  rows?: number;
  places?: Record<string, Place>;
  cities?: Record<string, City>;
  pieces?: Record<string, PieceFacts>;
  palette?: Palette;
  sides?: SceneSide[];
  marks?: Record<string, string>;
  cards?: Record<string, CardFace>;
  turns?: Turn[];
  overlays?: OverlayButton[];
  legend?: LegendEntry[];
  /** instruments of the board, such as "tape" */
  tools?: string[];
  [key: string]: unknown;
}

/** Where the match stands. */
export interface Clock {
  turn: number;
  phase: number;
  phase_name: string;
  month: string;
  /** said where there are winters */
  winter?: boolean;
  badge?: Badge;
  turns?: Turn[];
}

/** A lesson as it is offered. */
export interface LessonInfo {
  id: string;
  title: string;
  blurb: string;
  minutes: number;
  side: string;
}

/** Something with a name. */
export interface Named {
  id: string;
  name: string;
}

/** A scenario that may be chosen. */
export interface ScenarioInfo {
  id: string;
  name: string;
  sides: Record<string, string>;
  palette: Palette;
}

/** A value an option may have. */
export interface ValueInfo {
  value: unknown;
  name: string;
}

/** An option of a new match. */
export interface OptionInfo {
  name: string;
  title: string;
  values: ValueInfo[];
  default: unknown;
  about: string;
  needs: Record<string, unknown>;
  needs_text: string;
}

/** A published way to play. */
export interface PresetInfo {
  id: string;
  name: string;
  about: string;
  options: Record<string, unknown>;
}

/** Somebody to play against. */
export interface BotInfo extends Named {
  about: string;
}

/** A game that may be played. */
export interface GameInfo {
  id: string;
  title: string;
  short: string;
  blurb: string;
  sides: Named[];
  scenarios: ScenarioInfo[];
  /** the option that names the side the rules themselves play */
  automaton: string;
  options: OptionInfo[];
  presets: PresetInfo[];
  /** the strongest first */
  bots: BotInfo[];
  scene_url: string;
  web: string;
  lessons: LessonInfo[];
  workshop: boolean;
  companion: boolean;
  /** a whole match, in words */
  time: string;
  /** how much there is to learn */
  weight: string;
  /** a few words: when, where, on what kind of map */
  kind: string;
}

/** A match as the lobby lists it. */
export interface MatchInfo {
  id: string;
  title: string;
  game: string;
  scenario: string;
  scenario_name: string;
  seats: Record<string, string>;
  clock: Clock;
  /** the last one; 0 where nobody can tell */
  turns: number;
  to_act: string[];
  outcome: Ended | null;
  created: string;
  updated: string;
  finished: boolean;
  lesson: boolean;
  /** it holds a bot's secrets: no record, no copy */
  sealed: boolean;
  seed_chosen: boolean;
  /** why it cannot be opened */
  broken: string | null;
}

/** A section of a rulebook. */
export interface Section {
  number: string;
  title: string;
}

/** A numbered paragraph of a rulebook. */
export interface Paragraph {
  number: string;
  title: string;
  section: string;
  html: string;
}

/** A whole rulebook. */
export interface Rulebook {
  title: string;
  sections: Section[];
  paragraphs: Paragraph[];
}

/** Places, or on an open table an outline, in a style of the map. */
export interface Area {
  places?: string[];
  polygon?: number[][];
  style: string;
  label?: string;
}

/** An answer that may be given. */
export interface Option {
  action: string;
  label: string;
  verb: string;
  group: "button" | "card" | "number" | "place" | "unit";
  place?: string;
  /** all it is about, where they are several; a click on any of them means it */
  places?: string[];
  from?: string;
  unit?: string;
  card?: string;
  primary?: boolean;
  /** seldom wanted: kept among the further choices */
  minor?: boolean;
  tag?: string;
  price?: boolean;
  why?: string;
  heading?: string;
  /** drawn by the game (optionPicture); such options are also offered beside their place */
  picture?: string;
  /** a click there takes its stack in hand: who goes and how far is asked for (``Column``) */
  hand?: string;
  /** answered with it at the same click */
  then?: string[];
  /** of a row of small buttons: what stands on it */
  number?: number;
  /** a second figure below its tag */
  small?: string;
  /** it passes the hand on and cannot be taken back: it is chosen, then confirmed */
  twice?: boolean;
  /** meant by a click with Shift or a long press where another answer has the same place */
  aside?: boolean;
}

/** A long answer at one click. */
export interface Shortcut {
  id: string;
  label: string;
  actions: string[];
  /** a proposal, shown before it is made: answers of these kinds may be changed in it */
  verbs?: string[];
  note?: string;
}

/** Faces of a die that bring the same. */
export interface DiePart {
  /** how many */
  faces: number;
  text: string;
  bad?: boolean;
}

/** Several actions in one gesture, such as a whole march: shown like an option, confirmed once. */
export interface Plan extends Option {
  id?: string;
  actions: string[];
  path: string[];
  /** what the march would cost if it ended there, stop by stop */
  stops?: string[];
  /** what its die may bring, best first */
  die?: DiePart[];
  /** what stands on its button where the rest is said above it */
  short?: string;
}

/** Somebody of a stack that is taken in hand. */
export interface Member {
  unit: string;
  name: string;
  note: string;
  goes: boolean;
  /** what keeps him, by which rule */
  why?: string;
  rule?: string;
}

/** A stack taken in hand: who goes, where it could go at one gesture, the way chosen so far. */
export interface Column {
  place: string;
  /** where that way ends */
  here: string;
  title: string;
  note: string;
  members: Member[];
  path: string[];
  /** the way so far as answers */
  steps: string[];
  plans: Plan[];
  /** what else may be answered on the way */
  more: Option[];
}

/** Pieces that may be sent together, by one gesture. */
export interface Company {
  id: string;
  label: string;
  note: string;
  units: string[];
  /** drawn by the game (optionPicture) */
  picture?: string;
}

/** What one of several does who are sent together. */
export interface Mover {
  unit: string;
  /** from where it stands to where it ends; empty: it stays */
  path: string[];
  tag?: string;
  /** it stays, or does not come to its place */
  why?: string;
  rule?: string;
}

/** A fight that could follow from where pieces are sent. */
export interface Prospect {
  place: string;
  label: string;
  /** the odds in short; none: not known */
  tag: string | null;
  /** where those who would fight stand then */
  starts: string[];
  forecast: Forecast | null;
}

/** A plan that moves several pieces, each by its own way. */
export interface JointPlan extends Plan {
  movers: Mover[];
  /** ground that matters where they would stand */
  areas?: Area[];
  prospects?: Prospect[];
}

/** Where pieces may be sent together, and what comes of one goal. */
export interface Together {
  units: string[];
  goals: Option[];
  plan?: JointPlan;
}

/** One of those who belong together. */
export interface RollRow {
  unit: string;
  label: string;
  note: string;
  /** what it has done, or is to do */
  state: string;
  /** it is the one that is asked */
  now?: boolean;
}

/** Those who belong together with the one that is asked. */
export interface Roll {
  title: string;
  note: string;
  rows: RollRow[];
}

/** One of a few ways in which a piece may stand. */
export interface Pick {
  value: string;
  label: string;
  picture: string;
}

/** A piece of an army that is being laid out: how it stands, and where; no place: it lies in the tray. */
export interface Berth {
  unit: string;
  form: string;
  front: string;
  place: string | null;
  label: string;
  picture: string;
  forms: Pick[];
  fronts: Pick[];
}

/** An army laid out in any order, and said at once when everybody has his place. */
export interface Laying {
  berths: Berth[];
  /** where the piece in hand may stand */
  goals: Option[];
  /** what has been laid, as the view has pieces */
  units: Record<string, unknown>[];
  /** empty while somebody has no place */
  actions: string[];
  label: string;
}

/** Ground on an open table, in its millimetres. */
export interface TableArea {
  polygon: number[][];
  style: string;
  label?: string;
  place?: string;
  from?: string;
}

/** An answer that is a place, a pose or a number. */
export interface Region {
  verb: string;
  label: string;
  gesture: "" | "amount" | "point" | "pose";
  /** the notation of an answer, with {x} {y} {facing} or {n} in it */
  template: string;
  /** whose it is */
  place?: string;
  from?: number[];
  min?: number;
  max?: number;
  step?: number;
  suffix?: string;
  polygons?: number[][][];
  /** how near it may come to each of these pieces */
  off?: Record<string, number>;
  examples: string[];
  [key: string]: unknown;
}

/** The question put to a seat. */
export interface Decision {
  name: string;
  rule: string;
  prompt: string;
  side: string;
  options: Option[];
  /** options that stand for many actions: places and angles on an open table */
  regions: Region[];
  /** ground the question is about */
  areas: TableArea[];
  crumbs: string[];
  /** laid over the map by itself while this is asked */
  overlay: string | null;
  plans: Plan[];
  /** without a way on the map */
  shortcuts: Shortcut[];
  /** who may be sent together: see ``together`` */
  companies: Company[];
  /** those who belong together with the one that is asked */
  roll: Roll | null;
  /** an army to be laid out in any order: see ``lay`` */
  laying: Laying | null;
  /** what the tags of the choices say */
  tags?: string;
}

/** Who is shot at, and how well. */
export interface Threat {
  place: string;
  tag: string;
  text: string;
}

/** A step of a long move. */
export interface Leg {
  text: string;
  cost: string;
}

/** What an action would lead to. */
export interface Rehearsal {
  unit: string;
  pose: number[];
  legs: Leg[];
  way: number[][];
  left: string;
  areas: TableArea[];
  sees: string[];
  threatens: Threat[];
  threatened: Threat[];
  [key: string]: unknown;
}

/** Why the rules forbid something. */
export interface Refusal {
  rule: string;
  text: string;
}

/** One outcome of a gamble, and how likely it is. */
export interface Bar {
  key: string;
  label: string;
  chance: number;
  /** its name in the gamble */
  outcome?: string;
  /** from here to ``high`` where the enemy can still change it */
  low?: number;
  high?: number;
}

/** What somebody may still choose before a gamble is decided, and what is assumed of it. */
export interface UnknownRow {
  name: string;
  label: string;
  least: number;
  most: number;
  assumed: number;
  /** the choice of the side that asks */
  own: boolean;
}

/** A number that counts in a gamble. */
export interface ForecastRow {
  rule: string | null;
  label: string;
  attack: string | number | null;
  defence: string | number | null;
}

/** Somebody who may come to help in a gamble. */
export interface Arrow {
  from: string;
  place: string;
  side: string;
  tag: string;
}

/** How a gamble stands for one value of what the enemy may choose. */
export interface IfHe {
  value: number;
  /** the chance that it comes out well */
  good: number;
  text: string;
}

/** Further outcomes under a title of their own. */
export interface MoreBars {
  title: string;
  bars: Bar[];
}

/** One of the two of a gamble: who, and what it spends of what it holds. */
export interface Host {
  side: string;
  name: string;
  pieces: string[];
  spent?: number;
  held?: number;
  /** what is spent, in words */
  note?: string;
}

/** The odds of a gamble. */
export interface Forecast {
  rows: ForecastRow[];
  bars: Bar[];
  /** names of the two columns */
  heads?: string[];
  more?: MoreBars[];
  unknowns?: UnknownRow[];
  text?: string;
  title?: string;
  subtitle?: string;
  /** the unknown that may be switched, and how its values change the whole */
  switch?: string;
  by_value?: IfHe[];
  by_head?: string;
  /** what the card may not lie on */
  places?: string[];
  helpers?: Arrow[];
  hosts?: Host[];
  [key: string]: unknown;
}

/** Cards as a seat sees them. */
export interface CardsShown {
  hand: string[];
  table: LaidCard[];
  backs: CardBacks[];
  piles: CardPile[];
}

/** What a lesson says now: the step, its aim, why; the gesture that it advises; a page of its own. */
export interface LessonShown {
  id: string;
  title: string;
  minutes: number;
  step: number;
  steps: LessonPoint[];
  text: string;
  why: string;
  rule: string;
  /** of a question that the step does not speak of */
  aside: string;
  /** the last answer was another than advised */
  strayed: boolean;
  hint: string | null;
  actions: string[];
  action: string | null;
  place: string | null;
  veil: string[];
  opening: LessonPage | null;
  closing: LessonPage | null;
}

/** Something that happened. */
export interface LogLine {
  n: number;
  i: number;
  turn: number;
  phase: number;
  phase_name: string;
  text: string;
  side: string | null;
  places: string[];
  rule: string | null;
  dice: number[];
  /** of its dice; more than six are read as a number */
  faces?: number;
  card?: string;
  /** of lines in a row with the same thread only the last is shown */
  thread?: string;
  kind: string;
  /** told with the lines after it */
  deed?: Deed;
}

/** What can be laid over the board. */
export interface Overlays {
  supply?: Record<string, SupplyOverlay>;
  control?: Record<string, string[]>;
  range?: Record<string, Record<string, RangeEntry>>;
  [key: string]: unknown;
}

/** A clash beside the board. */
export interface Stage {
  title: string;
  note: string;
  rule: string;
  key: string;
  /** it is fought; only how it ended is still shown */
  over: boolean;
  parties: Party[];
  last: LastClash | null;
}

/** A line on the map: through places, or on an open table through points. */
export interface Way {
  path: (string | number[])[];
  style: string;
  label?: string;
  arrow?: boolean;
}

/** A counter on the board. */
export interface Piece {
  flags?: string[];
  id: string;
  kind?: string;
  place?: string;
  side: string;
  /** all places it takes, where it takes more than one */
  squares?: string[];
  [key: string]: unknown;
}

/** What a seat may know of the board, as the rules say it: plain data, which bots read too. */
export interface View {
  /** stacks face down: how many counters, and whatever else is known of them */
  backs?: Piece[];
  /** where they are no units */
  generals?: Piece[];
  revision: number;
  /** always drawn, such as plans already written */
  routes?: Way[];
  score?: Record<string, number>;
  to_act: string[];
  units?: Piece[];
  [key: string]: unknown;
}

/** A bot that failed or never ended, and who could sit there instead. */
export interface Stalled {
  side: string;
  bot: string;
  reason: string;
  text: string;
  bots: string[];
}

/** For whom the table waits. */
export interface Waiting {
  for: string[];
  bot: boolean;
  since: number;
  stalled: Stalled | null;
}

/** A side's points, then and now. */
export interface Points {
  side: string;
  before: number;
  after: number;
}

/** A place that counts has changed hands. */
export interface Taken {
  place: string;
  name: string;
  side: string;
  points: number;
  text: string;
}

/** What the seat has not answered yet: everything from here on happened since its last choice. */
export interface Since {
  /** of the log, counted from the beginning */
  line: number;
  /** the first line of the turn before, where a turn began since; else -1 */
  turn: number;
  points?: Points[];
  taken?: Taken[];
}

/** A side would end the match here and have it counted. */
export interface OfferShown {
  side: string;
  declined: boolean;
  text: string;
}

/** The dice; a chosen seed is known to all, another when the match is over. */
export interface DiceShown {
  streams: StreamShown[];
  seed: string | null;
}

/** What one seat sees of a match at one moment. */
export interface Snapshot {
  match: string;
  revision: number;
  seat: string | null;
  lang: string;
  title: string;
  game: string;
  scenario: string;
  scenario_name: string;
  options: Record<string, unknown>;
  sides: SideInfo[];
  clock: Clock;
  view: View;
  decision: Decision | null;
  waiting: Waiting | null;
  /** it holds a bot's secrets: no record, no copy */
  sealed: boolean;
  /** whether a side of this game may know what another may not */
  secrets: boolean;
  missing: Missing[];
  dice: DiceShown;
  log: LogLine[];
  since: Since | null;
  can_undo: boolean;
  can_redo: boolean;
  /** the match could be ended now and counted as it stands */
  can_settle: boolean;
  offer: OfferShown | null;
  outcome: Ended | null;
  overlays: Overlays;
  cards: CardsShown | null;
  stage: Stage | null;
  lesson: LessonShown | null;
  /** a position of the past, and how many there are */
  at?: number;
  length?: number;
}

/** What a fight did to a piece, in a word. */
export interface Hurt {
  piece: string;
  name: string;
  text: string;
  lost?: boolean;
}

/** One of the two who fight. */
export interface Force {
  side: string | null;
  name: string;
  note?: string;
  /** who fought, as the board knows them */
  pieces?: string[];
  /** who else, where pieces have no names for the reader */
  more?: string;
  /** what it takes: hits, losses */
  struck?: string;
  struck_rule?: string;
  hurt?: Hurt[];
}

/** What counted in a fight: mine, its name, theirs. Faces of dice stand in the texts as ⚀ to ⚅. */
export interface FightRow {
  label: string;
  rule: string | null;
  values: (string | number | null)[];
  sum?: boolean;
}

/** A stretch of what could have come out. */
export interface ScalePart {
  /** as of a bar of a forecast */
  key: string;
  label: string;
  width: number;
  here?: boolean;
}

/** What follows from a fight, in a sentence. */
export interface Follow {
  text: string;
  rule?: string;
}

/** A fight on a card: forces, dice, terms, hits, what follows. */
export interface Fight {
  title: string;
  rule?: string;
  lead?: string;
  forces: Force[];
  rows?: FightRow[];
  result?: string;
  result_rule?: string;
  scale?: ScalePart[];
  follows?: Follow[];
}

/** Pieces that were lost, and where: a place, or a point of an open table. */
export interface Fallen {
  at: string | number[];
  pieces: string[];
  count: number;
  side?: string;
}

/** A few words on the map: ``lost``, ``hungry``, ``fallen`` (a city), ``fought``. */
export interface MapTag {
  at: string | number[];
  style: string;
  text?: string;
}

/** Several lines of the log in one: a march, a fight, all who starve. It stands with the first of them. */
export interface Deed {
  kind: string;
  /** how many lines it tells */
  span: number;
  text: string;
  side?: string;
  rule?: string;
  dice?: number[];
  pieces?: string[];
  /** where it went, from its start */
  way?: (string | number[])[];
  /** further ways of the same side */
  others?: ((string | number[])[])[];
  /** whose way it is, where it is not the side's */
  mover?: string;
  fallen?: Fallen[];
  tags?: MapTag[];
  fight?: Fight;
}

/** What holds for the whole table just now, such as the weather. */
export interface Badge {
  text: string;
  title: string;
}

/** What is not in the cells of a row: whose it is, where it lies, whether it is of now. */
export interface TableRow {
  side: string | null;
  places: string[];
  now: boolean;
}

/** Tables one click away. */
export interface Sidebar {
  tables: Table[];
  track: Turn[];
}

/** A place a march may reach. */
export interface RangeEntry {
  /** how many it takes */
  hexes: number;
  risk: string;
  forced: boolean;
  path?: string[];
  label?: string;
  why?: string;
  [key: string]: unknown;
}

/** Where a side is in supply, by which roads, and who is not. */
export interface SupplyOverlay {
  places: string[];
  routes: Record<string, string[]>;
  cut: string[];
}

/** An overlay of no special kind. */
export interface PlainOverlay {
  areas?: Area[];
  lines?: Way[];
  [key: string]: unknown;
}

/** A card on the table. */
export interface LaidCard {
  side: string;
  card: string;
  part: string | null;
  state: string;
}

/** Cards of a side that are not seen. */
export interface CardBacks {
  side: string;
  name: string;
  count: number;
}

/** A deck, or what was discarded from it. */
export interface CardPile {
  kind: string;
  name: string;
  count: number;
}

/** A marker in somebody's own hand. */
export interface Marker {
  id: string;
  red: number;
  blue: number;
  actions: string[];
}

/** One of those who clash. Of the other's hand only the number is known. */
export interface Party {
  side: string;
  name: string;
  unit: string;
  note: string;
  count: number;
  ready: boolean;
  hand: Marker[];
}

/** A marker that was turned; without numbers none was. */
export interface Turned {
  side: string;
  word: string;
  red: number | null;
  blue: number | null;
}

/** What counted in a clash. */
export interface StageRow {
  label: string;
  rule: string;
  values: (string | number | null)[];
}

/** How the last round ended. */
export interface LastClash {
  key: string;
  title: string;
  rule: string;
  text: string;
  columns: string[];
  turned: Turned[];
  rows: StageRow[];
}

/** What is told before a lesson's first question and after its last, and the lessons to go on with. */
export interface LessonPage {
  text: string;
  next: LessonInfo[];
}

/** A step of a lesson: what it is about. */
export interface LessonPoint {
  name: string;
}

/** A piece where it would stand on an open table, and its way there. */
export interface Ahead {
  unit: string;
  /** with its facing */
  pose: number[];
  way: number[][];
}

/** What a bot would do here, and why: a gesture, told in words and marked on the map. */
export interface Hint {
  text: string;
  why: string[];
  actions: string[];
  places: string[];
  path: string[];
  start?: string;
  ahead?: Ahead;
}

/** A side in the briefing: its points as they stand. */
export interface BriefSide {
  id: string;
  name: string;
  score: number;
  note: string;
}

/** A phase of the turn. */
export interface BriefPhase {
  name: string;
  now: boolean;
}

/** Who somebody is at this table, what wins, how long it takes, the shape of a turn. */
export interface Briefing {
  title: string;
  you: string;
  about: string;
  wins: string;
  rule: string;
  sides: BriefSide[];
  standing: string;
  long: string;
  special: string;
  phases: BriefPhase[];
}

/** What is seen from a place, and what hides the rest. */
export interface Sight {
  from: string;
  seen: string[];
  hidden: Record<string, Hidden>;
}

/** Why a place is not seen. */
export interface Hidden {
  by: string[];
  text: string;
  rule: string;
}
