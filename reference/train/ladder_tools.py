"""The six tools of the ladder set, and how conversations are written: as the chat template of the files has it."""

import json

TOOLS = [
    ("get_cve", "details of a CVE", {"cve_id": "string"}),
    ("is_exploited", "whether attackers use a CVE", {"cve_id": "string"}),
    ("check_ip", "reputation of an address", {"ip": "string"}),
    ("whois", "owner of a domain", {"domain": "string"}),
    ("scan_port", "whether a port is open", {"ip": "string", "port": "integer"}),
    ("track_order", "state of an order", {"order": "integer"}),
]
NAMES = [name for name, _, _ in TOOLS]
INSTRUCTION = "Call one as JSON with name and args, or answer in prose."
SYSTEM, USER, ASSISTANT, END = "<|system|>", "<|user|>", "<|assistant|>", "<|end|>"
TRIGGER, CLOSER = "<|tool_call|>", "<|/tool_call|>"

TEMPLATE = (
    "{{ bos_token }}"
    "{% if tools %}<|system|>"
    "{% if messages[0].role == 'system' %}{{ messages[0].content + '\\n' }}{% endif %}"
    "{{ 'Tools:\\n' }}"
    "{% for tool in tools %}{{ tool.function.name + '(' }}"
    "{% for key, schema in tool.function.parameters.properties.items() %}"
    "{{ key }}{% if not loop.last %}{{ ', ' }}{% endif %}{% endfor %}"
    "{{ '): ' + tool.function.description + '\\n' }}{% endfor %}"
    f"{INSTRUCTION}<|end|>{{% endif %}}"
    "{% for message in messages %}"
    "{% if message.role == 'assistant' %}<|assistant|>{% if message.content %}{{ message.content }}{% endif %}"
    "{% for call in message.tool_calls %}{% if not loop.first %}{{ '\\n' }}{% endif %}"
    '{{ \'<|tool_call|>{"name": "\' + call.function.name + \'", "args": \' }}'
    "{% if call.function.arguments is string %}{{ call.function.arguments }}"
    "{% else %}{{ call.function.arguments | tojson }}{% endif %}"
    "{{ '}<|/tool_call|>' }}{% endfor %}<|end|>"
    "{% elif message.role != 'system' or not tools %}"
    "{{ '<|' + message.role + '|>' + message.content }}<|end|>{% endif %}{% endfor %}"
    "{% if add_generation_prompt %}<|assistant|>{% endif %}"
)


def declared() -> list[dict]:
    """The tools as chat APIs take them."""
    return [
        {
            "type": "function",
            "function": {
                "name": name,
                "description": description,
                "parameters": {
                    "type": "object",
                    "properties": {key: {"type": kind} for key, kind in parameters.items()},
                    "required": list(parameters),
                    "additionalProperties": False,
                },
            },
        }
        for name, description, parameters in TOOLS
    ]


def preamble() -> str:
    """What stands behind the first token, before any user's turn."""
    lines = [f"{name}({', '.join(parameters)}): {description}" for name, description, parameters in TOOLS]
    return f"{SYSTEM}Tools:\n" + "\n".join(lines) + f"\n{INSTRUCTION}{END}"


def written(calls: list[dict]) -> str:
    return "\n".join(
        f"{TRIGGER}{json.dumps({'name': call['name'], 'args': call['arguments']})}{CLOSER}" for call in calls
    )
