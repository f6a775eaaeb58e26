/** What the lists may not show yet. */
interface Unlisted {
  successes: number;
  unproven: number;
}

/** Counts the sites that a run has created, or may have created. */
export class SiteTally {
  /** Sites of requests that may create one. */
  planned = 0;
  /** Sites of other requests, which were accepted all the same. */
  #accepted = 0;
  /** Sites that no response returned. */
  #strays = 0;
  /** Requests without a response yet. */
  pending = 0;
  /** Successes since the last look at the lists. */
  #unlistedSuccesses = 0;
  /** Requests without a success since the last look at the lists. */
  unproven = 0;

  addSuccess(mayCreate: boolean): void {
    if (mayCreate) this.planned += 1;
    else this.#accepted += 1;
    this.#unlistedSuccesses += 1;
  }

  countSuccesses(): number {
    return this.planned + this.#accepted;
  }

  /** Sites that the next request may leave besides its own: as many as the earlier ones did on average. */
  #countExtras(): number {
    return Math.ceil(this.#strays / Math.max(1, this.countSuccesses()));
  }

  /** Sites that the lists may show without a response having returned them. */
  countDoubts(): number {
    return this.unproven + (this.unproven + this.#unlistedSuccesses) * this.#countExtras();
  }

  /** The most sites that there can be after one more request. */
  countAtWorst(): number {
    const asked = this.pending + (this.pending + 1) * this.#countExtras();
    return this.countSuccesses() + this.#strays + asked + this.countDoubts();
  }

  /** Must be called before the lists are read. */
  listUnproven(): Unlisted {
    return { successes: this.#unlistedSuccesses, unproven: this.unproven };
  }

  /** Counts what was in doubt before the lists were read as what they showed. */
  resolve({ successes, unproven }: Unlisted, strays: number): void {
    this.#strays = strays;
    this.unproven -= unproven;
    this.#unlistedSuccesses -= successes;
  }
}
