/** How many ids are tried: more than a test creates between a snapshot and its return to it. */
export const mostIds = 10_000;

/** Says that no free id was found, which only the option `createId` can cause. */
export function refuseRepeatedIds(): Error {
  return new Error(`createId has returned ${mostIds} ids that exist already`);
}

/** Creates an id that is not taken: a restored record may have the next id of the seed. */
export function createFreeId(create: () => string, isTaken: (id: string) => boolean): string {
  for (let attempt = 0; attempt < mostIds; attempt += 1) {
    const id = create();
    if (!isTaken(id)) return id;
  }
  throw refuseRepeatedIds();
}
