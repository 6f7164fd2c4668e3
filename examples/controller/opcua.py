#!/usr/bin/env python3
"""The reference controller behind an OPC UA server, for cellgraph's hand-over over OPC UA. It needs asyncua (pip install asyncua).

    opcua.py --endpoint opc.tcp://localhost:4840 --keys FOLDER --client cellgraph.der
             [--position Home] [--tool none] [--step-seconds 1]

What moves the robot is `Controller.scan` of controller.py, which stands beside this file. This file carries: the node set's four methods put
documents into it and take lines out of it. FOLDER gets the server's key and certificate where it has none. `--client` is the certificate that `cellgraph opcua key` made; nobody else may call anything.
"""
import argparse, asyncio, hashlib, json, os, pathlib, sys, time
from urllib.parse import urlparse

from asyncua import Server, ua
from asyncua.crypto.cert_gen import setup_self_signed_certificate
from asyncua.server.user_managers import CertificateUserManager
from cryptography.x509.oid import ExtendedKeyUsageOID

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import controller as reference

NAMESPACE = "urn:cellgraph:handover"
SERVER = "urn:cellgraph:reference-controller"
NODES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "cellgraph.NodeSet2.xml")
NEVER = 2**64 - 1
GRANTED_MAX = 2**32 - 9  # above it there is room for stops alone
AUTOMATIC = 3
LEFT_OUT = ("form", "run", "serial", "step", "state", "position", "tool", "error")


class OpcUaController(reference.Controller):
    """Its documents come by calls, and its lines are fetched: a real one keeps both where a power cut leaves them."""

    def __init__(self, robot, clock=time.monotonic):
        self.documents, self.lines, self.beats = {}, [], 0
        super().__init__(None, robot, clock)

    def scan(self):
        self.beats += 1  # the program runs: a server that answers by itself says nothing of that
        super().scan()

    def read(self, name):
        return self.documents.get(name)

    def append_raw(self, text):
        if text.strip():
            self.lines.append(json.loads(text))

    def said(self):
        return list(self.lines)


class Carrier:
    """The node set's methods. `controller` may be replaced by another one, which then has its documents and its lines."""

    def __init__(self, controller):
        self.controller = controller
        self.sequence = ("", "")

    async def serve(self, endpoint, keys, client):
        certificate, key = pathlib.Path(keys, "server.der"), pathlib.Path(keys, "server.pem")
        await setup_self_signed_certificate(key, certificate, SERVER, urlparse(endpoint).hostname,
                                            [ExtendedKeyUsageOID.SERVER_AUTH], {"commonName": "reference controller"})
        users = CertificateUserManager()
        await users.add_user(client, "cellgraph")
        self.server = server = Server(user_manager=users)
        await server.init()
        server.set_endpoint(endpoint)
        await server.set_application_uri(SERVER)
        server.set_security_policy([ua.SecurityPolicyType.Basic256Sha256_SignAndEncrypt,
                                    ua.SecurityPolicyType.Aes256Sha256RsaPss_SignAndEncrypt])
        server.set_identity_tokens([ua.X509IdentityToken])
        await server.load_certificate(certificate)
        await server.load_private_key(key)
        await server.import_xml(NODES)
        index = await server.get_namespace_index(NAMESPACE)
        self.node = lambda *names: server.nodes.objects.get_child([f"{index}:{name}" for name in ("Cellgraph", *names)])
        for name, method in (("HandOver", self.hand_over), ("Permit", self.permit), ("Beat", self.beat), ("Look", self.look)):
            server.link_method(await self.node(name), method)
        self.texts = [await self.node("Sequence", name) for name in ("ActionsYaml", "ActionsJson")]
        self.cell = [await self.node("Cell", name) for name in ("position", "tool")]
        self.safety = {name: await self.node("SafetyState", name) for name in ("EmergencyStop", "ProtectiveStop")}
        for node in (*self.texts, *self.cell):
            await node.write_value("")
        for node in self.safety.values():
            await node.write_value(False)
        self.mode = await self.node("SafetyState", "OperationalMode")
        await self.mode.write_value(ua.Variant(AUTOMATIC, ua.VariantType.Int32))
        await self.show()
        await server.start()
        self.thumbprint = hashlib.sha1(certificate.read_bytes()).hexdigest()  # what people compare

    async def show(self):
        """The cell's variables, as the robot is now."""
        robot = self.controller.robot
        for node, value in zip(self.cell, (robot.position, robot.tool)):
            await node.write_value(value)

    async def hand_over(self, _, run, plan, actions_yaml, actions_json):
        try:
            document = json.loads(actions_json.Value)
        except ValueError:
            return ua.StatusCode(ua.StatusCodes.BadInvalidArgument)
        if self.controller.documents.get("permit.json", {}).get("permit") == "go":
            return ua.StatusCode(ua.StatusCodes.BadInvalidState)  # a step that is permitted keeps its sequence
        self.controller.documents["actions.json"] = document
        for node, text in zip(self.texts, (actions_yaml, actions_json)):
            await node.write_value(text.Value)
        return []

    async def permit(self, _, *given):
        form, serial, replaces, run, word, step, of, report, valid_s, plan, actions, actions_json = (v.Value for v in given)
        standing = self.controller.documents.get("permit.json", {"serial": 0})
        if form != 2 or word not in ("hold", "go", "stop", "end"):
            return ua.StatusCode(ua.StatusCodes.BadInvalidArgument)
        if word != "stop" and (replaces != standing["serial"] or serial > GRANTED_MAX):
            return ua.StatusCode(ua.StatusCodes.BadInvalidState)
        if serial <= standing["serial"]:
            return ua.StatusCode(ua.StatusCodes.BadInvalidState)
        self.controller.documents["permit.json"] = {
            "form": form, "serial": serial, "run": run, "permit": word, "step": step, "of": of, "report": report,
            "valid_s": valid_s, "plan": plan, "actions": actions, "actions_json": actions_json}
        return [ua.Variant(serial, ua.VariantType.UInt32)]

    async def beat(self, _, run, beat):
        self.controller.documents["heartbeat.json"] = {"form": 2, "run": run.Value, "beat": beat.Value}
        return [ua.Variant(self.controller.beats, ua.VariantType.UInt64)]

    async def look(self, _, after):
        await self.show()
        said = self.controller.lines
        lines = [] if after.Value == NEVER else said[after.Value:]
        standing = self.controller.documents.get("permit.json", {})
        more = [{key: value for key, value in line.items() if key not in LEFT_OUT} for line in lines]
        texts = lambda values: ua.Variant([str(value) for value in values], ua.VariantType.String, is_array=True)
        numbers = lambda name: ua.Variant([line[name] for line in lines], ua.VariantType.UInt32, is_array=True)
        field = lambda name: texts(line.get(name, "") for line in lines)
        return [ua.Variant(standing.get("serial", 0), ua.VariantType.UInt32),
                ua.Variant(standing.get("run", ""), ua.VariantType.String),
                ua.Variant(standing.get("permit", ""), ua.VariantType.String),
                ua.Variant(standing.get("step", 0), ua.VariantType.UInt32),
                ua.Variant(standing.get("report", 0), ua.VariantType.UInt32),
                ua.Variant(len(said), ua.VariantType.UInt64),
                field("run"), numbers("serial"), numbers("step"), field("state"), field("position"), field("tool"),
                field("error"), texts(json.dumps(extra) if extra else "" for extra in more)]


async def run(given):
    robot = reference.Robot(given.position, given.tool, given.step_seconds, time.monotonic)
    carrier = Carrier(OpcUaController(robot))
    await carrier.serve(given.endpoint, given.keys, given.client)
    print(f"listening at {given.endpoint}, with the thumbprint {carrier.thumbprint}", flush=True)
    while True:
        carrier.controller.scan()
        await asyncio.sleep(0.02)


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("endpoint", "keys", "client"):
        options.add_argument(f"--{name}", required=True)
    options.add_argument("--position", default="Home")
    options.add_argument("--tool", default="none")
    options.add_argument("--step-seconds", type=float, default=1.0)
    asyncio.run(run(options.parse_args()))


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(0)
