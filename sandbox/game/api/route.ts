import { ServiceError } from '../errors.ts';
import type { Operation } from './call.ts';

/** What a method and a path mean: the operation and the decoded parts of the path. */
export interface Match {
  operation: Operation;
  params: Readonly<Record<string, string>>;
}

/** Finds operations. A HEAD is looked up as a GET. One slash at the end of the path is as good as none. */
export interface Routes {
  /** The operation, or a 404, 405 or 400 (a path that is not properly encoded) to throw. `path` is still encoded, below the base URL. */
  find(method: string, path: string): Match | ServiceError;
}

/** Routes over rows; of two that fit, the one with fewer parameters is meant (`messages/sent` is no message id). */
export function createRoutes(operations: readonly Operation[]): Routes {
  const rows = operations
    .map((operation) => ({ operation, parts: operation.path.split('/') }))
    .toSorted((one, other) => parameterCount(one.parts) - parameterCount(other.parts));
  return {
    find: (method, path) => {
      const segments = decode(path.replace(/\/$/u, ''));
      if (!segments) return new ServiceError(400, 'The path is not properly encoded');
      const fitting = rows.filter(
        ({ parts }) =>
          parts.length === segments.length && parts.every((part, index) => fits(part, segments[index] ?? '')),
      );
      const wanted = method === 'HEAD' ? 'GET' : method;
      const found = fitting.find(({ operation }) => operation.method === wanted);
      if (found) return { operation: found.operation, params: paramsOf(found.parts, segments) };
      if (fitting.length === 0) return new ServiceError(404, 'There is no such resource');
      const allowed = [...new Set(fitting.map(({ operation }) => operation.method))];
      const allow = allowed.flatMap((each) => (each === 'GET' ? ['GET', 'HEAD'] : [each])).join(', ');
      return new ServiceError(405, `This resource does not know the method ${method}`, { allow });
    },
  };
}

/** A uid is a type and an id; whatever else stands in its place makes another address, of which there is none. */
function fits(part: string, segment: string): boolean {
  if (part === ':uid') return /^\d+:\d+$/u.test(segment);
  return part.startsWith(':') ? segment !== '' : part === segment;
}

function parameterCount(parts: readonly string[]): number {
  return parts.filter((part) => part.startsWith(':')).length;
}

function paramsOf(parts: readonly string[], segments: readonly string[]): Record<string, string> {
  const named = parts.map((part, index) => [part, segments[index] ?? ''] as const);
  return Object.fromEntries(
    named.filter(([part]) => part.startsWith(':')).map(([part, value]) => [part.slice(1), value]),
  );
}

function decode(path: string): string[] | undefined {
  try {
    return path.split('/').map(decodeURIComponent);
  } catch {
    return undefined;
  }
}
