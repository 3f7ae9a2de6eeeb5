import 'twemoji-colr-font/twemoji.css';
import './style/base.css';
import './style/shell.css';
import './style/message.css';
import './style/composer.css';
import { render } from 'preact';
import { App } from './shell/App.tsx';

render(<App />, document.body);
