import { text, texts } from '../option.ts';

/** Which contract holds: options that several commands share. */
export const contractOptions = {
  contract: text({
    placeholder: '<file>',
    file: true,
    description: 'An OpenAPI 3.1 document of your own in place of the one that ships',
  }),
  overlay: texts({
    placeholder: '<file>',
    file: true,
    description: 'An OpenAPI Overlay that changes the contract, for example its assumptions',
  }),
};

/** Every command that reads options can be told where the configuration file is. */
export const configOption = text({
  placeholder: '<file>',
  file: true,
  perCall: true,
  description: 'The configuration file, in place of site-contract.config.json',
});

/** A seed is what a random generator of 32 bits starts from. */
export const seedBounds = { minimum: 0, maximum: 4_294_967_295, fallback: undefined };
