/** The secret of a link stands after its #, which no server and no log sees. */

import { element } from "../shared/page.js";

element("token").value = location.hash.slice(1);
