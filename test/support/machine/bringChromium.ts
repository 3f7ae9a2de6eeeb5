import { bring } from './bring.ts';

// Loaded by `node --import` before a program that launches a Chromium.
await bring('CHROMIUM_PATH');
