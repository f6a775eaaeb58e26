/** Small values of features, by the names of their slots. Those that are missing have their initial value, as after a reset. */
export type Settings = { readonly [slot: string]: unknown };

/** A small value that a feature keeps in a session, or for every session. It is JSON, and never changes: it is replaced. */
export class Slot<Value> {
  /** Identifies it among the settings of a session. Permanent, because stores keep it. */
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  /** The value in settings. Undefined if it has its initial value. */
  read(settings: Settings): Value | undefined {
    const value = settings[this.name];
    return this.#isOwn(value) ? value : undefined;
  }

  /** Returns settings with another value. Without one, it has its initial value again. */
  write(settings: Settings, value: Value | undefined): Settings {
    return { ...settings, [this.name]: value };
  }

  /** Only this slot writes values under its name, so each has its type. */
  #isOwn(value: unknown): value is Value {
    return value !== undefined;
  }
}

/** Selects the values of some slots. */
export function pickSlots(settings: Settings, slots: readonly Slot<unknown>[]): Settings {
  const names = slots.map(({ name }) => name);
  return Object.fromEntries(Object.entries(settings).filter(([name]) => names.includes(name)));
}
