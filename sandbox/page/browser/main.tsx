import 'twemoji-colr-font/twemoji.css';
import './style/page.css';
import { render } from 'preact';
import { App } from './shell/App.tsx';

render(<App />, document.body);
