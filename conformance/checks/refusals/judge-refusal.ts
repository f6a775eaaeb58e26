import { successReply } from '../../../contract/index.ts';
import { isRecord } from '../../data/json-path.ts';
import { createdKinds } from '../../model/inventory.ts';
import { Inconclusive, type Scope } from '../../runner/check.ts';
import { isSuccess } from '../../runner/journal.ts';
import type { Sent } from '../../runner/target.ts';

/**
 * A refusal is any answer but success: error statuses are not shown.
 * @param again sends the same request on a new connection, to see whether what the connection carried before matters
 */
export async function judgeRefusal(
  scope: Scope,
  sent: Sent,
  fault: string,
  again?: () => Promise<Sent>,
): Promise<void> {
  const { reply } = sent;
  if (reply === undefined) {
    throw new Inconclusive(
      `${fault}: ${scope.run.redact(sent.error ?? 'the request got no response')}`,
    );
  } else if (reply.status === 429) {
    throw new Inconclusive('the request got status 429 every time');
  } else if (isSuccess(sent)) {
    admit(scope, sent);
    const { before } = sent;
    const alone = before === undefined ? undefined : await again?.();
    const isBehind = alone?.reply !== undefined && !isSuccess(alone);
    const condition = isBehind ? ' after another request on the same connection' : '';
    const isError = isErrorInDisguise(scope, sent);
    scope.fail({
      message: `${fault}, and the request was accepted${condition}`,
      finding: isError
        ? `the service answers ${reply.status} to requests that it refuses, such as ${JSON.stringify(reply.json)?.slice(0, 60)}`
        : `${scope.check.operation} ${describeAccepted(fault, sent)}${condition}`,
      ...(isError ? { about: { what: 'errors under a status of success', distance: -1 } } : {}),
      expected: 'a refusal (a 4xx status)',
      received: `status ${reply.status}${isBehind ? `; on a new connection, ${alone.reply?.status}` : ''}`,
      exchange:
        isBehind && before !== undefined
          ? scope.run.showBehind(before, sent)
          : scope.run.show(sent),
    });
  }
}

/** A request that was accepted after all has its effect; it is reported as accepted, and not once more for the effect. */
function admit({ run, check }: Scope, sent: Sent): void {
  run.ledger.admit(check.id, sent.request.path);
  const kind = createdKinds[check.operation];
  const json = sent.reply?.json;
  // The record that was changed may be another than the one that the path names.
  if (kind === undefined && isRecord(json) && typeof json['id'] === 'string')
    run.ledger.admit(check.id, json['id']);
  if (kind === undefined || !isRecord(json) || typeof json['id'] !== 'string') return;
  run.ledger.add({ kind, id: json['id'], label: 'accepted although invalid', parent: '' });
}

/** A status of success, and a body that is an object but nothing that the operation returns: an error, most likely. */
function isErrorInDisguise({ run }: Scope, sent: Sent): boolean {
  const entry = run.journal.entries.findLast((one) => one.sent === sent);
  const json = sent.reply?.json;
  if (entry === undefined || !isRecord(json)) return false;
  const { schema } = successReply(entry.operation);
  return !Object.keys(schema.properties ?? {}).some((field) => field in json);
}

/** `accepts a request in which name is null, and answers name: ""`. */
function describeAccepted(fault: string, { reply }: Sent): string {
  const credential = /^the credential is (?:no (.*)|(.*))$/.exec(fault);
  if (credential !== null)
    return credential[1] === undefined
      ? `accepts ${credential[2]}`
      : `works without an ${credential[1]}`;
  const [, field = ''] = /^(\w+) (?:is|has) /.exec(fault) ?? [];
  const json = reply?.json;
  const shown =
    field !== '' && isRecord(json) && field in json
      ? `, and returns ${field}: ${JSON.stringify(json[field])?.slice(0, 60)}`
      : '';
  return /^(?:[\w.[\]]+|the body) (?:is|are|has|names|lacks|holds) /.test(fault)
    ? `accepts a request in which ${fault}${shown}`
    : `accepts ${fault}`;
}
