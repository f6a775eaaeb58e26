import { loadContract } from '../../contract/load-contract.ts';
import { toModelJson } from '../../contract/resources/model-json.ts';
import { readModel } from '../../contract/resources/read-model.ts';
import { type Context, createCommand } from '../command.ts';
import { type OptionValues, oneOf, sharedOptions, value } from '../option.ts';
import { toModelOverlay } from '../resources/model-overlay.ts';
import { toModelText } from '../resources/model-text.ts';
import { toWidth } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

const options = {
  document: value('', 'OpenAPI document, the same as --contract <file>', {
    positional: true,
    shown: 'the built-in contract',
  }),
  format: value('<form>', 'Output format: text, json or overlay', {
    parse: oneOf(['text', 'json', 'overlay']),
    fallback: 'text',
  }),
  ...sharedOptions,
};

export const resources = createCommand({
  options,
  help: `Examples:
  site-contract resources openapi.yaml
      Shows the resources of a document, and the role of each operation with its reason.
  site-contract resources openapi.yaml --format overlay
      Writes the inferred resources as comments of an OpenAPI Overlay. What you uncomment becomes declared.

Certainty:
  declared  an author wrote it into the document or an Overlay
  certain   independent signals of the document agree
  likely    one signal supports it; the suite only observes it

Exit codes:
  0  shown
  2  could not run; the reason is on stderr`,
  run: runResources,
});

async function runResources(
  values: OptionValues<typeof options>,
  { stdout }: Context,
): Promise<number> {
  const { overlay, format } = values;
  const document = chooseDocument(values);
  const contract = await loadContract({ document, overlays: overlay });
  const model = readModel(contract);
  if (format === 'json') stdout.json(toModelJson(model));
  else if (format === 'overlay') stdout.text(toModelOverlay(contract, model));
  else stdout.text(toModelText(contract, model, toWidth(stdout)));
  return 0;
}

/** The document is named as in other commands, or without a flag. */
function chooseDocument({ document, contract }: OptionValues<typeof options>): string | undefined {
  if (document !== undefined && contract !== undefined && document !== contract)
    throw new UsageError(
      `name one document: ${document}, or --contract ${contract} (also from the config file)`,
    );
  return document ?? contract;
}
