// Imported first by `npm start`: keeps the compiled code of libraries between starts, also for the processes it starts.
import { enableCompileCache } from "node:module";

const { directory } = enableCompileCache();
if (directory) process.env.NODE_COMPILE_CACHE ??= directory;
