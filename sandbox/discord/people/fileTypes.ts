import type { Issue, Path } from '../problem.ts';

/** `file_types` of a file upload or an attachment option. */
export type FileTypes = readonly string[] | null | undefined;

/** The preset groups (API Reference, "File Type Filtering"). */
const groups: Readonly<Record<string, readonly string[]>> = {
  image: ['.png', '.gif', '.jpg', '.jpeg', '.jfif', '.webp', '.avif'],
  video: ['.mp4', '.mov', '.qt', '.webm'],
  audio: ['.mp3', '.m4a', '.wav', '.ogg', '.opus', '.flac'],
};

/** Whether a file of this name may be chosen: by its extension only, in any case; without types every file may. */
export function isOfFileType(filename: string, types: FileTypes): boolean {
  const extensions = (types ?? []).flatMap((type) => groups[type] ?? [type.toLowerCase()]);
  return extensions.length === 0 || extensions.some((extension) => filename.toLowerCase().endsWith(extension));
}

/** The faults of types that are neither a group nor an extension with its dot. */
export function* fileTypeIssues(types: FileTypes, path: Path): Generator<Issue> {
  for (const [index, type] of (types ?? []).entries())
    if (!groups[type] && !/^\.\w+$/.test(type))
      yield {
        path: [...path, 'file_types', index],
        message: 'Must be image, video, audio, or an extension such as .pdf',
      };
}
