/** How many pieces of work are done at once: on a slow service, most of a run is waiting. */
const most = 6;

/** Does something with each item, a few at a time, starting in their order. */
export async function someAtOnce<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = [...items];
  const takeTurns = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: most }, takeTurns));
}
