/** Locales that a deployment with a list of its own is most likely to have. */
export const likelyLocales = ['en-US', 'de-DE', 'en-GB', 'fr-FR', 'es-ES'] as const;
