"""What the fields of a request have to be."""
import re

UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.I)
ORIGIN = re.compile(r"https?://[^/?#\\\s@]+", re.I)
URI = re.compile(r"[a-z][a-z0-9+.-]*://[^\s/?#]+[^\s]*", re.I)
LOCALE = re.compile(r"[a-z]{2,3}-[A-Z]{2}")


class Refusal(Exception):
    def __init__(self, status, detail):
        super().__init__(detail)
        self.status = status


def check_text(body, field, required=False, rule=None):
    if field not in body:
        if required:
            raise Refusal(422, f"{field} is required")
        return None
    if not isinstance(body[field], str):
        raise Refusal(422, f"{field} has to be a text")
    if rule is not None and not rule(body[field]):
        raise Refusal(422, f"{field} is not valid")
    return body[field]


def check_route(body, skip, required):
    pathname = check_text(body, "pathname", required, lambda text: skip or text.startswith("/"))
    variants = body.get("localizedVariants")
    if "localizedVariants" in body:
        if not isinstance(variants, list) or not all(isinstance(item, dict) for item in variants):
            raise Refusal(422, "localizedVariants has to be an array of objects")
        for item in variants:
            check_text(item, "locale", True, lambda text: skip or LOCALE.fullmatch(text))
            check_text(item, "pathname", True, lambda text: skip or text.startswith("/"))
        variants = [{"locale": item["locale"], "pathname": item["pathname"]} for item in variants]
    return pathname, variants


def read_skip(parameters):
    skip = parameters.get("skipValidation", [None])[-1]
    if skip not in (None, "true", "false"):
        raise Refusal(400, "skipValidation is true or false")
    return skip == "true"
