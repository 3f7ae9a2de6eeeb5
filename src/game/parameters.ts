import { z } from 'zod';

const UID = /^\d+:\d+$/;
const MOST_RECEIVERS = 25;

/**
 * Checks of the parameters, by the names of the interface document. Messages complete the sentence "The <parameter> …".
 */
const text = z.string('must be text').refine((value) => value.trim() !== '', 'must not be empty');

/** `<type>:<id>`, e.g. `1:12345` (2.1). */
export const uid = z.string('must be a UID').regex(UID, 'must be a UID, like 1:12345');

/** One part of a path; `.` and `..` would change the path itself. */
export const pathPart = text.refine((value) => !/^\.{1,2}$/.test(value.trim()), 'must be a name');

export const freeText = text;

export const wholeNumber = (least: number) =>
  z
    .number('must be a number')
    .refine((value) => Number.isSafeInteger(value) && value >= least, `must be a whole number, ${least} or more`);

/** Semicolon-separated handles, 1 to 25, none of them a UID (4.2); gives the list. */
export const receivers = z.string('must be text').transform((value, context) => {
  const handles = value
    .split(';')
    .map((handle) => handle.trim())
    .filter((handle) => handle !== '');
  const problem = receiversProblem(handles);
  if (problem === undefined) return handles;
  context.addIssue(problem);
  return z.NEVER;
});

function receiversProblem(handles: string[]): string | undefined {
  if (handles.length === 0) return 'must name at least one recipient';
  if (handles.length > MOST_RECEIVERS) return `must name at most ${MOST_RECEIVERS} recipients, not ${handles.length}`;
  const byUid = handles.find((handle) => UID.test(handle));
  return byUid === undefined ? undefined : `must be handles, not UIDs such as ${byUid}`;
}

/** Paging (4.3, 8): 1-based, 50 items unless told otherwise. */
export const paging = (mostItems: number) => ({
  start_index: wholeNumber(1).default(1),
  item_count: wholeNumber(1)
    .refine((count) => count <= mostItems, `must be at most ${mostItems}`)
    .default(50),
});

/** The parameters of an operation that needs only the character. */
export const ofCharacter = z.strictObject({ uid });
