export { findChromium, launchChromium } from '../../src/sandbox/screenshots/chromium.ts';
