import { ServiceError } from '../errors.ts';
import type { Operation } from './call.ts';

/** The operation for a method and a path, with the path's decoded parameters. */
export type Match = { operation: Operation; params: Readonly<Record<string, string>> };

/** If two rows match, the one with fewer parameters wins (`messages/sent` isn't a message id). */
export function createRoutes(operations: readonly Operation[]) {
  const rows = operations
    .map((operation) => ({ operation, parts: operation.path.split('/') }))
    .toSorted((one, other) => parameterCount(one.parts) - parameterCount(other.parts));
  /**
   * The operation, or a 404, 405 or 400 (a path with invalid encoding) to throw. `path` is still
   * encoded and relative to the base URL; a slash at its end makes no difference.
   */
  return (method: string, path: string): Match | ServiceError => {
    const segments = decode(path.replace(/\/$/u, ''));
    if (!segments) return new ServiceError(400, 'The path is not properly encoded');
    const fitting = rows.filter(
      ({ parts }) =>
        parts.length === segments.length && parts.every((part, index) => fits(part, segments[index] ?? '')),
    );
    const wanted = method === 'HEAD' ? 'GET' : method;
    const found = fitting.find(({ operation }) => operation.method === wanted);
    if (found) return { operation: found.operation, params: paramsOf(found.parts, segments) };
    if (fitting.length === 0) return new ServiceError(404, "This resource doesn't exist");
    const allowed = [...new Set(fitting.map(({ operation }) => operation.method))];
    const allow = allowed.flatMap((each) => (each === 'GET' ? ['GET', 'HEAD'] : [each])).join(', ');
    return new ServiceError(405, `This resource does not know the method ${method}`, { allow });
  };
}

/** A UID is a type and an id; with anything else in its place, the address doesn't exist. */
function fits(part: string, segment: string): boolean {
  if (part === ':uid') return /^\d+:\d+$/u.test(segment);
  return part.startsWith(':') ? segment !== '' : part === segment;
}

function parameterCount(parts: readonly string[]): number {
  return parts.filter((part) => part.startsWith(':')).length;
}

function paramsOf(parts: readonly string[], segments: readonly string[]): Record<string, string> {
  const named = parts.map((part, index) => [part.slice(1), segments[index] ?? ''] as const);
  return Object.fromEntries(named.filter((_, index) => parts[index]?.startsWith(':')));
}

function decode(path: string): string[] | undefined {
  try {
    return path.split('/').map(decodeURIComponent);
  } catch {
    return undefined;
  }
}
