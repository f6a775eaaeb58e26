"""The Site Management Service with Python's standard library and SQLite, as a small team may have written it.

    python3 site_service.py --api-key KEY --workspaces ID,ID [--fault NAME]

Prints its port. Each fault is a mistake of the kind that code reviews find; without one, the service keeps to the interface.
"""
import argparse
import json
import random
import re
import sqlite3
import sys
import threading
import time
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

from site_rules import ORIGIN, URI, UUID, Refusal, check_route, check_text, read_skip

EVENTS = ["page.created", "page.deleted", "page.updated", "page.restored", "site.published"]
FAULTS = [
    "update-without-where", "page-one-too-long", "limit-as-float", "list-cached", "webhooks-without-key",
    "mass-assignment", "shared-default-variants", "cursor-by-second", "lost-update", "partial-update-on-refusal",
    "empty-name-is-none", "has-more-counts-all-workspaces", "copy-shares-row", "crash-on-null-body",
    "variants-cleared-on-refusal", "key-not-needed-for-capitals", "name-cut-on-copy", "any-event-type",
]

options = argparse.ArgumentParser()
options.add_argument("--api-key", required=True)
options.add_argument("--workspaces", required=True)
options.add_argument("--fault", choices=FAULTS)
options = options.parse_args()
workspaces = options.workspaces.lower().split(",")
fault = options.fault

database = sqlite3.connect(":memory:", check_same_thread=False)
database.row_factory = sqlite3.Row
database.executescript("""
  CREATE TABLE sites (position INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT UNIQUE, workspace TEXT, name TEXT, host TEXT,
                      api_key TEXT, created INTEGER);
  CREATE TABLE routes (id TEXT PRIMARY KEY, site TEXT, pathname TEXT, variants TEXT);
  CREATE TABLE webhooks (id TEXT PRIMARY KEY, workspace TEXT, url TEXT, event TEXT);
""")
turn = threading.RLock()
cache = {}


def query(sql, *values):
    with turn:
        return database.execute(sql, values).fetchall()


def to_site(row):
    return {"id": row["id"], "name": row["name"], "hostUrl": row["host"], "apiKey": row["api_key"]}


def to_route(row):
    return {"id": row["id"], "pathname": row["pathname"], "localizedVariants": json.loads(row["variants"])}


def find(table, key):
    rows = query(f"SELECT * FROM {table} WHERE id = ?", key.lower())
    if not rows:
        raise Refusal(404, f"nothing in {table} has this id")
    return rows[0]


def demand_workspace(key):
    if key.lower() not in workspaces:
        raise Refusal(404, "no such workspace")
    return key.lower()


def insert_site(workspace, name, host):
    key = str(uuid.uuid4())
    query("INSERT INTO sites (id, workspace, name, host, api_key, created) VALUES (?, ?, ?, ?, ?, ?)",
          key, workspace, name, host, str(uuid.uuid4()), int(time.time()))
    return to_site(find("sites", key))


def list_sites(workspace, parameters, _):
    workspace = demand_workspace(workspace)
    limit = parameters.get("limit", ["20"])[-1]
    if fault == "limit-as-float":
        try:
            limit = float(limit)
        except ValueError:
            raise Refusal(400, "limit has to be a number")
        if not 0 <= limit <= 100:
            raise Refusal(400, "limit is from 0 to 100")
    elif not re.fullmatch(r"[0-9]{1,9}", limit) or int(limit) > 100:
        raise Refusal(400, "limit is a number from 0 to 100")
    else:
        limit = int(limit)
    after = parameters.get("after", [None])[-1]
    if after is not None and not UUID.fullmatch(after):
        raise Refusal(400, "after has to be a UUID")
    place = (workspace, limit, after)
    if fault == "list-cached" and place in cache:
        return 201, cache[place]
    order, behind, values = "position", "", []
    if after is not None:
        cursor = query("SELECT * FROM sites WHERE id = ? AND workspace = ?", after.lower(), workspace)
        if not cursor:
            raise Refusal(400, "after is not the id of a site in this workspace")
        column = "created" if fault == "cursor-by-second" else "position"
        behind, values = f"AND {column} > ?", [cursor[0][column]]
    more = 2 if fault == "page-one-too-long" else 1
    rows = query(f"SELECT * FROM sites WHERE workspace = ? {behind} ORDER BY {order} LIMIT ?",
                 workspace, *values, limit + more)
    has_more = len(rows) > limit
    if fault == "has-more-counts-all-workspaces":
        last = rows[min(int(limit), len(rows)) - 1]["position"] if rows and limit else 0
        has_more = query("SELECT count(*) AS n FROM sites WHERE position > ?", last)[0]["n"] > 0
    page = {"data": [to_site(row) for row in rows[:int(limit) + more - 1]], "hasMore": has_more}
    cache[place] = page
    return 201, page


def create_site(workspace, _, body):
    workspace = demand_workspace(workspace)
    name = check_text(body, "name", True)
    host = check_text(body, "hostUrl", False, ORIGIN.fullmatch)
    check_text(body, "locale")
    cache.clear()
    return 201, insert_site(workspace, name, host)


def update_site(key, _, body):
    site = find("sites", key)
    if fault == "partial-update-on-refusal" and isinstance(body.get("name"), str):
        query("UPDATE sites SET name = ? WHERE id = ?", body["name"], site["id"])
    name = check_text(body, "name")
    host = check_text(body, "hostUrl", False, ORIGIN.fullmatch)
    if fault == "empty-name-is-none" and name == "":
        name = None
    if fault == "update-without-where" and name is not None:
        query("UPDATE sites SET name = ?", name)
    elif fault == "lost-update":
        time.sleep(random.random() * 0.002)
        query("UPDATE sites SET name = ?, host = ? WHERE id = ?",
              site["name"] if name is None else name, site["host"] if host is None else host, site["id"])
    elif fault == "mass-assignment":
        columns = {"id": "id", "name": "name", "hostUrl": "host", "apiKey": "api_key"}
        for field, value in body.items():
            if field in columns and isinstance(value, str):
                query(f"UPDATE sites SET {columns[field]} = ? WHERE position = ?", value, site["position"])
        return 200, to_site(query("SELECT * FROM sites WHERE position = ?", site["position"])[0])
    else:
        if name is not None:
            query("UPDATE sites SET name = ? WHERE id = ?", name, site["id"])
        if host is not None:
            query("UPDATE sites SET host = ? WHERE id = ?", host, site["id"])
            if fault == "copy-shares-row":
                query("UPDATE sites SET host = ? WHERE host = ?", host, site["host"])
    if fault != "list-cached":
        cache.clear()
    return 200, to_site(find("sites", key))


def duplicate_site(key, _, body):
    site = find("sites", key)
    name = check_text(body, "name")
    if fault == "name-cut-on-copy" and name is not None:
        name = name[:64]
    cache.clear()
    with turn:
        copy = insert_site(site["workspace"], f"Copy of {site['name']}" if name is None else name, site["host"])
        for route in query("SELECT * FROM routes WHERE site = ?", site["id"]):
            query("INSERT INTO routes VALUES (?, ?, ?, ?)", str(uuid.uuid4()), copy["id"], route["pathname"],
                  route["variants"])
    return 201, copy


shared_variants = []


def create_route(key, parameters, body):
    site = find("sites", key)
    pathname, variants = check_route(body, read_skip(parameters), True)
    if fault == "shared-default-variants":
        # The default list is shared by all routes, and grows.
        shared_variants.extend(variants or [])
        variants = variants or shared_variants[:1]
    route = str(uuid.uuid4())
    query("INSERT INTO routes VALUES (?, ?, ?, ?)", route, site["id"], pathname, json.dumps(variants or []))
    return 201, to_route(find("routes", route))


def update_route(key, parameters, body):
    route = find("routes", key)
    if fault == "variants-cleared-on-refusal" and "localizedVariants" in body:
        query("UPDATE routes SET variants = '[]' WHERE id = ?", route["id"])
    pathname, variants = check_route(body, read_skip(parameters), False)
    with turn:
        if pathname is not None:
            query("UPDATE routes SET pathname = ? WHERE id = ?", pathname, route["id"])
        if variants is not None:
            query("UPDATE routes SET variants = ? WHERE id = ?", json.dumps(variants), route["id"])
        return 200, to_route(find("routes", key))


def create_webhook(workspace, _, body):
    workspace = demand_workspace(workspace)
    url = check_text(body, "url", True, URI.fullmatch)
    event = check_text(body, "eventType", True, lambda text: text in EVENTS or fault == "any-event-type")
    key = str(uuid.uuid4())
    query("INSERT INTO webhooks VALUES (?, ?, ?, ?)", key, workspace, url, event)
    return 201, {"id": key, "workspaceId": workspace, "url": url, "eventType": event}


ROUTES = [
    ("GET", re.compile(r"/v1/workspaces/([^/]+)/sites"), list_sites),
    ("POST", re.compile(r"/v1/workspaces/([^/]+)/sites"), create_site),
    ("PATCH", re.compile(r"/v1/sites/([^/]+)"), update_site),
    ("POST", re.compile(r"/v1/sites/([^/]+)/duplicate"), duplicate_site),
    ("POST", re.compile(r"/v1/sites/([^/]+)/routes"), create_route),
    ("PATCH", re.compile(r"/v1/routes/([^/]+)"), update_route),
    ("POST", re.compile(r"/v1/workspaces/([^/]+)/webhooks"), create_webhook),
]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def is_authorised(self, path):
        if fault == "webhooks-without-key" and path.endswith("/webhooks"):
            return True
        if fault == "key-not-needed-for-capitals" and re.search(r"/[0-9A-F-]*[A-F][0-9A-F-]*(/|$)", path):
            return True
        scheme, _, key = self.headers.get("Authorization", "").partition(" ")
        return scheme.lower() == "bearer" and key == options.api_key

    def read_body(self, operation, data):
        if self.command == "GET" or (operation is duplicate_site and data == b""):
            return {}
        try:
            # NaN and Infinity are not JSON, although this module accepts them.
            body = json.loads(data.decode("utf-8"), parse_constant=lambda _: 1 / 0)
            # Half a surrogate pair is not a character: neither SQLite nor UTF-8 can store it.
            json.dumps(body, ensure_ascii=False).encode("utf-8")
        except (ValueError, ZeroDivisionError, RecursionError):
            raise Refusal(400, "the body is not JSON")
        if fault == "crash-on-null-body" and body is None:
            raise TypeError("'NoneType' object is not subscriptable")
        if not isinstance(body, dict):
            raise Refusal(422, "the body has to be an object")
        return body

    def handle_request(self):
        data = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        address = urlsplit(re.sub(r"^//+", "/-/", self.path))
        found = [(match.group(1), operation) for method, pattern, operation in ROUTES
                 if method == self.command and (match := pattern.fullmatch(address.path))]
        try:
            if not self.is_authorised(address.path):
                raise Refusal(401, "the key is missing or wrong")
            if not found:
                raise Refusal(404, "nothing is served here")
            key, operation = found[0]
            body = self.read_body(operation, data)
            if not UUID.fullmatch(key):
                raise Refusal(400, "the path needs a UUID")
            return operation(key, parse_qs(address.query, keep_blank_values=True), body)
        except Refusal as refusal:
            return refusal.status, {"detail": str(refusal)}
        except Exception as error:
            return 500, {"detail": type(error).__name__}

    def answer(self):
        status, body = self.handle_request()
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    do_GET = do_POST = do_PATCH = do_PUT = do_DELETE = do_OPTIONS = do_HEAD = answer

    def log_message(self, *_):
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request, client_address):
        """A client that goes away is no error; what goes wrong in a request is answered by 500."""


server = Server(("127.0.0.1", 0), Handler)
print(server.server_port, flush=True)
# The parent process keeps stdin open.
threading.Thread(target=lambda: (sys.stdin.read(), server.shutdown()), daemon=True).start()
server.serve_forever()
