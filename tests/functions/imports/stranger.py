# A program that nobody of the house has written: it brings orders, hangs up on answers, repeats itself, and cancels.
import http.client, json, os, random, sys, threading, time
from urllib.parse import urlsplit

api, token = urlsplit(os.environ["INVENTORY_API"]), os.environ["INVENTORY_TOKEN"]
job = json.loads(sys.stdin.readline())
chance = random.Random(job["seed"])
hang_ups, limited, begun, lock = 0, 0, 0, threading.Lock()

def send(method, path, body, hang_up):
    connection = http.client.HTTPConnection(api.hostname, api.port, timeout=40)
    try:
        text = json.dumps(body).encode()
        connection.request(method, path, text, {"Authorization": "Bearer " + token, "Content-Type": "application/json"})
        if hang_up:
            # The request has arrived whole; its answer is never read.
            return None, {}, None
        answer = connection.getresponse()
        return answer.status, answer.headers, json.loads(answer.read() or b"null")
    finally:
        connection.close()

def call(path, body):
    global hang_ups, limited
    with lock:
        hung = chance.random() < job["hang_up"]
    if hung:
        send("POST", path, body, True)
        hang_ups += 1
    while True:
        try:
            status, headers, answer = send("POST", path, body, False)
        except (OSError, http.client.HTTPException):
            continue
        if status == 401:
            with lock:
                print(json.dumps({"revoked": True}), flush=True)
                os._exit(3)
        if status in (429, 500, 503):
            limited += 1
            time.sleep(float(headers.get("Retry-After") or 1))
            continue
        return status, answer

def pause():
    """In the middle, with all threads at rest, until the test says go on."""
    global begun
    with lock:
        begun += 1
        if begun == job.get("pause_at"):
            print("paused", flush=True)
            sys.stdin.readline()

def work(batches):
    for batch in batches:
        pause()
        if batch.get("cancel") and batch.get("early"):
            cancel(batch["cancel"])
        for _ in range(2 if batch.get("twice") else 1):
            status, answer = call("/v1/orders", {"channel": job["channel"], "orders": batch["orders"]})
            if status == 201:
                with lock:
                    for one in answer["orders"]:
                        states[one["order"]] = one["state"]
        if batch.get("cancel") and not batch.get("early"):
            cancel(batch["cancel"])

def cancel(order):
    status, answer = call("/v1/orders/-/cancel", {"channel": job["channel"], "order": order})
    assert status == 200 and answer["put_back"] == 0, (status, answer)

states = {}
threads = [threading.Thread(target=work, args=(part,)) for part in job["parts"]]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(json.dumps({"states": states, "hang_ups": hang_ups, "limited": limited}))
