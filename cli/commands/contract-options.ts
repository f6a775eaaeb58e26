import { choice, text, texts } from '../option.ts';

/** The contract to use: options that several commands share. */
export const contractOptions = {
  contract: text({
    placeholder: '<file>',
    file: true,
    description: 'OpenAPI 3.1 document to use instead of the built-in contract',
  }),
  overlay: texts({
    placeholder: '<file>',
    file: true,
    description: 'OpenAPI Overlay to apply to the contract, for example to its assumptions',
  }),
};

/** Every command with settings accepts another configuration file. */
export const configOption = text({
  placeholder: '<file>',
  file: true,
  perCall: true,
  description: 'Config file to use instead of site-contract.config.json',
});

/** The random generator has 32 bits. */
export const seedBounds = { minimum: 0, maximum: 4_294_967_295, fallback: undefined };

/** The format of a table. */
export const formatOption = choice(
  { placeholder: '<format>', description: 'Output format: text, markdown or json' },
  ['text', 'markdown', 'json'],
  'text',
);

export const authoritiesOption = text({
  placeholder: '<file>',
  file: true,
  description: 'PEM file of certificate authorities to trust as well, like NODE_EXTRA_CA_CERTS',
});

/**
 * The options that name files for reports of results.
 * @param found what SARIF lists
 * @param more applies to each of them
 */
export function createReportOptions(
  found: 'failures' | 'violations',
  more: { perCall?: true; verb?: string } = {},
) {
  const { verb = 'Write', ...others } = more;
  const report = (what: string) =>
    text({ placeholder: '<file>', file: true, ...others, description: `${verb} ${what}` });
  return {
    json: report('the results as JSON'),
    junit: report('the results as JUnit XML'),
    html: report('the results as an HTML page'),
    sarif: report(`the ${found} as SARIF 2.1.0`),
  };
}
