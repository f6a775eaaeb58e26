const codes = {
  strong: [1, 22],
  faint: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
} as const;

export type Tone = keyof typeof codes;

/** Gives text a tone; the text itself holds no control characters any more. */
export type Paint = (tone: Tone, text: string) => string;

export function createPaint(colour: boolean): Paint {
  if (!colour) return (_, text) => text;
  return (tone, text) => {
    const [on, off] = codes[tone];
    return text === '' ? '' : `\u001b[${on}m${text}\u001b[${off}m`;
  };
}
