// Where the API lives, and the developers' one: /config.json, which every stage serves beside the app.

interface Config {
  api: string;
  dev: string;
}

let reading: Promise<Config> | undefined;

const read = async (): Promise<Config> => {
  const response = await fetch("/config.json");
  if (!response.ok) throw new TypeError(`config.json answered ${response.status}`);
  return response.json();
};

/** Read once; a read that failed is tried again by the next call. */
export const config = (): Promise<Config> => {
  reading ??= read();
  reading.catch(() => {
    reading = undefined;
  });
  return reading;
};
