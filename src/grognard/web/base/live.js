/** Live updates of one match: a WebSocket that comes back by itself and catches up. */

/** @typedef {import("../types").Snapshot} Snapshot */

import { language } from "./words.js";

export class Live {
  /**
   * @param {string} match
   * @param {() => string | null} seat
   * @param {{snapshot: (snapshot: Snapshot) => void, thinking: (side: string, elapsed: number) => void,
   *          link: (up: boolean) => void, fault: (text: string, final: boolean) => void}} hear
   */
  constructor(match, seat, hear) {
    this.match = match;
    this.seat = seat;
    this.hear = hear;
    this.revision = -1;
    this.wait = 300;
    this.closed = false;
    this.timer = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.open();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const query = new URLSearchParams({ lang: language(), revision: String(this.revision) });
    const seat = this.seat();
    if (seat) query.set("seat", seat);
    const socket = new WebSocket(`${scheme}://${location.host}/api/matches/${this.match}/live?${query}`);
    this.socket = socket;
    socket.onmessage = (event) => {
      if (this.socket === socket) this.receive(JSON.parse(event.data));
    };
    socket.onopen = () => {
      this.wait = 300;
      this.hear.link(true);
    };
    socket.onclose = () => {
      if (this.closed || this.socket !== socket) return;
      this.hear.link(false);
      this.timer = window.setTimeout(() => this.closed || this.open(), this.wait);
      this.wait = Math.min(this.wait * 2, 5000);
    };
  }

  /** @param {any} message */
  receive(message) {
    if (message.type === "snapshot") {
      this.revision = message.revision;
      this.hear.snapshot(message);
    } else if (message.type === "thinking") {
      this.hear.thinking(message.side, message.elapsed);
    } else if (message.type === "fault" || message.type === "gone") {
      const final = message.type === "gone" || Boolean(message.final);
      if (final) this.close();
      this.hear.fault(message.text ?? message.error ?? "", final);
    }
  }

  /** Ask again as somebody else, or in another language. */
  restart() {
    this.revision = -1;
    const old = this.socket;
    this.socket = null;
    clearTimeout(this.timer);
    old?.close();
    if (!this.closed) this.open();
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket?.close();
  }
}
