import { fileURLToPath } from 'node:url';
import { takePictures } from './takePictures.ts';

/** `npm run screenshots`: takes the README's pictures. */
await takePictures(fileURLToPath(new URL('../../docs/pictures/', import.meta.url)), (file) => console.log(file));
