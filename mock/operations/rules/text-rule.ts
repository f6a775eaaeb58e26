/** Says in one clause what is wrong with a text, or nothing when the rule holds. */
export type TextRule = (text: string) => string | undefined;
