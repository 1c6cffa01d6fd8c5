// The page of a table: the modules, put together.

import * as board from "./board.js";
import * as boards from "./boards.js";
import * as choices from "./choices.js";
import * as chooser from "./chooser.js";
import * as grip from "./grip.js";
import * as keys from "./keys.js";
import * as light from "./light.js";
import * as live from "./live.js";
import * as minimap from "./minimap.js";
import * as motion from "./motion.js";
import * as panels from "./panels.js";
import * as scoring from "./scoring.js";
import * as sound from "./sound.js";
import * as speech from "./speech.js";
import * as timeline from "./timeline.js";
import * as turn from "./turn.js";
import * as views from "./views.js";
import * as why from "./why.js";

minimap.mount();
board.mount();
grip.mount();
motion.mount();
light.mount();
chooser.mount();
views.mount();
choices.mount();
boards.mount();
scoring.mount();
why.mount();
panels.mount(keys.press);
keys.mount();
timeline.mount();
sound.mount();
speech.mount();
turn.mount();
live.follow(board.exchange);
