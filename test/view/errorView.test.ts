import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ids } from '../../commands/login/ids.ts';
import { LoginProblem, type LoginProblemCode } from '../../src/account/loginProblem.ts';
import { SealBroken } from '../../src/account/seal.ts';
import { errorView } from '../../src/discord/run/again.ts';
import { CommandFailed } from '../../src/discord/run/attempt.ts';
import { GameError, type GameFailure } from '../../src/game/errors.ts';
import { ALL_SCOPES } from '../../src/game/scopes.ts';
import { StoreUnavailable } from '../../src/store/store.ts';
import { en } from '../../src/view/en.ts';
import { explain, explanationView, noticeView, UserError } from '../../src/view/errorView.ts';
import { KIT_TEXTS } from '../../src/view/language.ts';
import { forAll } from '../support/forAll.ts';
import { expectSendable, hostile, inAll, RUNS } from '../support/sendable.ts';

test('Discord takes the explanation of every error, whatever the game says', () => {
  const failure: fc.Arbitrary<GameFailure> = fc.oneof(
    fc.constantFrom<GameFailure>({ code: 'not_linked' }, { code: 'token_rejected' }, { code: 'not_found' }),
    fc.constantFrom(...ALL_SCOPES).map((scope): GameFailure => ({ code: 'scope_missing', scope })),
    fc.tuple(hostile, hostile).map(([parameter, reason]): GameFailure => ({ code: 'invalid', parameter, reason })),
    fc.date({ noInvalidDate: true }).map((until): GameFailure => ({ code: 'rate_limited', until })),
    fc
      .tuple(fc.constantFrom('refused', 'service_unavailable', 'outcome_unknown'), hostile)
      .map(([code, reason]) => ({ code, reason }) as GameFailure),
  );
  forAll([failure], RUNS, (given) => {
    const explanation = explain(en, new GameError(given));
    if (!explanation) throw new Error(`${given.code} has no explanation`);
    expectSendable(explanationView(explanation, (scopes) => ids.start({ waiting: 'A'.repeat(16), scopes })));
  });
});

test.each(inAll(KIT_TEXTS))('Discord takes a user error of any length, with what was typed (%#)', (texts) => {
  for (const line of ['_'.repeat(1_500), '[x](y) '.repeat(90), '</profile> 😀'.repeat(80)]) {
    const cause = new UserError(Array(400).fill(line).join('\n'));
    const explanation = explain(texts, cause) ?? { sentence: '', tone: 'bad' };
    expect(explanation.sentence).toContain(line);
    expectSendable(explanationView(explanation));
    const failed = new CommandFailed(undefined, cause, { texts: ['@everyone '.repeat(500), '_'.repeat(3_000)] });
    for (const ticket of [undefined, 'A'.repeat(16)]) expectSendable(errorView(texts, explanation, failed, ticket));
  }
});

test.each(['en', 'de'] as const)(
  'each sentence that says that nothing was changed can say otherwise: %s',
  (language) => {
    const { errors } = KIT_TEXTS[language];
    const { serviceUnavailable, unreadable, blocked, tooSlow, storeUnavailable, interrupted } = errors;
    for (const sentence of [serviceUnavailable, unreadable, blocked, tooSlow, storeUnavailable, interrupted])
      expect(sentence).toContain(errors.nothingChanged);
    const gone = explain(KIT_TEXTS[language], new StoreUnavailable(''), 'all');
    expect(gone?.sentence).toBe(storeUnavailable.replace(errors.nothingChanged, errors.mayBeDone));
  },
);

describe('the explanation of an error', () => {
  const sentenceOf = (error: unknown) => explain(en, error)?.sentence;

  test('names a wrong parameter and its fault, and formats nothing', () => {
    const wrong = new GameError({ code: 'invalid', parameter: 'amount', reason: 'must be a **whole** number' });
    expect(sentenceOf(wrong)).toBe('The amount must be a \\*\\*whole\\*\\* number.');
  });

  test('advises to check after an unknown outcome, without internal details', () => {
    const sentence = sentenceOf(new GameError({ code: 'outcome_unknown', reason: 'socket hang up' }));
    expect(sentence).toContain('Check before you try again');
    expect(sentence).not.toContain('socket');
  });

  test('is a sentence when the store is away or keys changed; for the latter with a way to log in', () => {
    const away = { sentence: en.errors.storeUnavailable, tone: 'bad' };
    expect(explain(en, new StoreUnavailable('redis://secret'))).toEqual(away);
    expect(explain(en, new SealBroken('inner'))?.action).toEqual({ label: 'Log in again', scopes: [] });
  });

  test('offers another login after a login problem, except where the same login can continue', () => {
    const codes = Object.keys(en.loginProblems) as LoginProblemCode[];
    const without = codes.filter((code) => explain(en, new LoginProblem(code, { triesLeft: 2 }))?.action === undefined);
    const continuing = ['already_linked', 'code_entered', 'not_signed_in', 'other_character', 'wrong_code'];
    expect(without.toSorted()).toEqual(continuing);
    expect(sentenceOf(new LoginProblem('wrong_code', { triesLeft: 1 }))).toContain('1 try left');
    expect(sentenceOf(new LoginProblem('already_linked', { linkedAs: '**Pell**' }))).toContain('link \\*\\*Pell\\*\\*');
  });

  test('leaves unforeseen errors to the caller', () => {
    expect(explain(en, new Error('inner'))).toBeUndefined();
    expect(explain(en, 'inner')).toBeUndefined();
    expectSendable(noticeView(en.errors.unknown('0123abcd')));
  });
});
