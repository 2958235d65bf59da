/** What the parts of a table share: the match and its seat, what is shown, and what somebody considers. The page alone writes it. */

/** @typedef {import("../types").Option} Option */
/** @typedef {import("../types").Piece} Piece */
/** @typedef {import("../types").Plan} Plan */
/** @typedef {import("../types").Snapshot} Snapshot */

export class Store {
  /** @param {string} match */
  constructor(match) {
    this.match = match;
    /** @type {string | null} */
    this.seat = null;
    /** @type {Snapshot | null} */
    this.snapshot = null;
    /** @type {Plan | null} the march being considered */
    this.plan = null;
    /** @type {import("../types").Together | null} who is sent together, and where they may go */
    this.company = null;
    /** @type {import("../types").Laying | null} an army that is being laid out */
    this.laying = null;
    /** @type {string | null} the hex whose options are singled out */
    this.picked = null;
    /** @type {import("../types").Column | null} the stack in hand */
    this.column = null;
    /** @type {{cut: import("../types").Shortcut, chosen: string[]} | null} a proposal that may still be changed */
    this.proposal = null;
    /** @type {import("../types").Hint | null} what a bot would do here */
    this.hint = null;
    /** An answer is on its way: what is on screen is no longer the question. */
    this.busy = false;
    /** @type {{text: string, final: boolean} | null} what the server says it cannot show */
    this.fault = null;
    /** @type {import("../client").BoardMap | null} */
    this.map = null;
    /** @type {import("../types").Scene | null} */
    this.scene = null;
    /** @type {import("../client").GameModule | null} */
    this.game = null;
  }

  /** Nothing of anybody is left. */
  clear() {
    this.seat = this.snapshot = this.laying = null;
    this.forget();
  }

  /** Nothing is considered any more. */
  forget() {
    this.plan = this.picked = this.column = this.company = this.proposal = this.hint = null;
  }

  /** A piece the seat can see. @param {string | undefined} id @returns {Piece | null} */
  piece(id) {
    return this.snapshot?.view.units?.find((unit) => unit.id === id) ?? null;
  }

  /** A piece by the name it is printed with. @param {string} id @returns {string} */
  name(id) {
    return this.scene?.pieces?.[id]?.name ?? id;
  }

  /** A side by its name. @param {string | null} id @returns {string} */
  sideName(id) {
    return this.snapshot?.sides.find((side) => side.id === id)?.name ?? id ?? "";
  }

  /** @param {string} action @returns {Option | null} */
  option(action) {
    return this.snapshot?.decision?.options.find((option) => option.action === action) ?? null;
  }

  /** Every place that belongs to what can be chosen on the map: nothing should lie on it. @returns {string[]} */
  litPlaces() {
    return this.lit().flatMap((option) => option.places ?? option.place ?? []);
  }

  /** What can be chosen on the map. Plans stand in for the single steps they contain. @returns {Option[]} */
  lit() {
    const decision = this.snapshot?.decision;
    if (!decision) return [];
    if (this.laying) return this.laying.goals;
    if (this.company) return this.#afield(decision, this.company.goals);
    if (this.column) return this.column.plans;
    if (this.proposal) return this.proposed(this.proposal);
    const planned = new Set(decision.plans.map((plan) => plan.place));
    return [...decision.plans, ...decision.options.filter((option) => option.place && !planned.has(option.place))];
  }

  /** Goals of those in hand, and others who might be taken in hand instead. @param {import("../types").Decision} decision @param {Option[]} goals @returns {Option[]} */
  #afield(decision, goals) {
    const busy = new Set([...goals.map((goal) => goal.place), ...(this.company?.units ?? []).map((id) => this.piece(id)?.place)]);
    return [...goals, ...decision.options.filter((option) => option.place && option.unit && !busy.has(option.place))];
  }

  /** The places of a proposal, those chosen with a mark. @param {NonNullable<Store["proposal"]>} proposal @returns {Option[]} */
  proposed({ cut, chosen }) {
    const options = (this.snapshot?.decision?.options ?? []).filter((option) => option.place && cut.verbs?.includes(option.verb));
    const marked = options.filter((option) => chosen.includes(option.action)).map((option) => ({ ...option, tag: option.aside ? "?" : "✓" }));
    const taken = new Set(marked.map((option) => option.place));
    return [...marked, ...options.filter((option) => !taken.has(option.place)).map((option) => ({ ...option, tag: undefined, price: true }))];
  }

  /** Where all options start from, if that is one place. @returns {string | undefined} */
  start() {
    if (this.column) return this.column.place;
    const starts = new Set((this.snapshot?.decision?.options ?? []).flatMap((option) => option.from ?? []));
    return starts.size === 1 ? [...starts][0] : undefined;
  }

  /** Where the clash on the stage is fought. @returns {string[]} */
  clash() {
    return (this.snapshot?.stage?.parties ?? []).flatMap((party) => this.piece(party.unit)?.place ?? []);
  }
}
