#!/usr/bin/env python3
"""The fault injector of tests/controller/faulty.py behind an OPC UA server by asyncua, which cellgraph has no line of.

    faulty.py CONTROLLER.py

Commands as there, without `folder`, and these:

    serve {"folder": …, "client": …}   begins to listen, with a key and a certificate made in the folder; answered with the endpoint
    close                              every session is lost
    alter                              somebody changes the sequence that was handed over
    ghost                              the PC is dead: what it still calls reaches a controller that is none
    alive                              what is called reaches the controller again
    ghost_permit                       the permit that stands where the calls go, as JSON
    safety NAME VALUE                  a variable of SafetyState: true or false, or a number for OperationalMode
    lie KIND                           how the server answers from now on: see `Liar`; `none` ends it
    twice                              SafetyState has two variables named EmergencyStop
    circle                             Cell has an object that has itself
    sessions                           how many sessions were opened, and how many were closed by a call
    without NAME                       the node of this name is gone
    hides POLICY                       who asks in clear is not told of this policy, which the server has
    rob                                another client puts a permit of its own in the place of the one that stands
"""
import asyncio, contextvars, importlib.util, json, logging, os, socket, sys

from asyncua import ua
from asyncua.server import uaprocessor

HERE = os.path.dirname(os.path.abspath(__file__))


def load(name, path):
    sys.dont_write_bytecode = True
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


faulty = load("faulty", os.path.join(HERE, "..", "controller", "faulty.py"))
served = load("opcua_controller", os.path.join(os.path.dirname(sys.argv[1]), "opcua.py"))


class FaultyController(faulty.FaultyController):
    """The documents are the server's, and what was said is what its lines are."""

    def read(self, name):
        return self.world.documents.get(name)

    def said(self):
        yield from self.world.own


class World(faulty.World):
    controller_class = FaultyController
    kinds_of_faults = faulty.KINDS + ["session lost"]

    def __init__(self, seed, step_s, close):
        self.documents, self.lines, self.beats, self.close = {}, [], 0, close
        super().__init__(seed, None, step_s)

    def permit(self):
        return self.documents.get("permit.json")

    def turn(self, seconds, flags):
        if self.strikes("session lost", self.rate / 40):
            self.close()
        # The heartbeat counts where it arrived.
        was_frozen = self.frozen
        super().turn(seconds, flags.replace("b", ""))
        if not was_frozen:
            self.beats += 1

    def write(self, text):
        """A line that is torn arrives when its rest is there; what is no line is one all the same, as bad as that."""
        *whole, self.torn_line = (getattr(self, "torn_line", "") + text).split("\n")
        for line in filter(str.strip, whole):
            try:
                document = json.loads(line)
                self.lines.append({"run": "", "serial": 0, "step": 0, "state": "noise", **document})
            except (ValueError, TypeError):
                self.lines.append({"run": "?", "serial": 0, "step": 0, "state": "noise"})

    def cut(self):
        if self.lines:
            self.lines.clear()


class Liar(served.Carrier):
    """Answers falsely where it is told to, or not at all."""
    lie, ghost = "none", None

    async def permit(self, _, *given):
        if self.ghost is not None:
            true, self.controller = self.controller, self.ghost
            try:
                return await super().permit(_, *given)
            finally:
                self.controller = true
        if self.lie == "refuses":
            return ua.StatusCode(ua.StatusCodes.BadUserAccessDenied)
        answer = await super().permit(_, *given)
        if self.lie == "another number" and isinstance(answer, list):
            return [ua.Variant(7, ua.VariantType.UInt32)]
        return answer

    async def beat(self, _, run, beat):
        if self.ghost is not None:
            return [ua.Variant(beat.Value, ua.VariantType.UInt64)]
        world = self.controller
        world.beat_pending = True
        world.documents["heartbeat.json"] = {"form": 2, "run": run.Value, "beat": beat.Value}
        return [ua.Variant(world.beats, ua.VariantType.UInt64)]

    async def look(self, _, after):
        true = self.controller
        self.controller = self.ghost or true
        try:
            answer = await super().look(_, after)
        finally:
            self.controller = true
        if self.lie == "shapes":
            return answer[:5]
        if self.lie == "types":
            return [ua.Variant("7", ua.VariantType.String)] + answer[1:]
        if self.lie == "lengths":
            answer[6] = ua.Variant(["x"], ua.VariantType.String, is_array=True)
        if self.lie == "the largest line":
            answer[5] = ua.Variant(served.NEVER, ua.VariantType.UInt64)
        if self.lie == "loses a line":
            answer[5] = ua.Variant(answer[5].Value + 1, ua.VariantType.UInt64)
        if self.lie == "another run":
            answer[1] = ua.Variant("00000000-0000-4000-8000-000000000000", ua.VariantType.String)
        return answer


class Counted:
    """Sessions, by what is answered to those who open and close them."""
    opened = closed = 0

    @classmethod
    def watch(cls):
        created, ended = ua.CreateSessionResponse, ua.CloseSessionResponse

        def create():
            cls.opened += 1
            return created()

        def end():
            cls.closed += 1
            return ended()

        ua.CreateSessionResponse, ua.CloseSessionResponse = create, end


# Whose message is being answered.
asking = contextvars.ContextVar("asking", default=None)


def hide(iserver, policy):
    process, endpoints = uaprocessor.UaProcessor.process_message, iserver.get_endpoints

    async def process_message(self, *given):
        asking.set(self)
        return await process(self, *given)

    async def get_endpoints(*given, **named):
        all_of_them = await endpoints(*given, **named)
        is_clear = asking.get()._connection.security_policy.URI.endswith("#None")
        return [one for one in all_of_them if not (is_clear and one.SecurityPolicyUri.endswith(policy))]

    uaprocessor.UaProcessor.process_message, iserver.get_endpoints = process_message, get_endpoints


class Ghost:
    """A controller that is none: it takes permits, and says nothing more."""

    def __init__(self, world):
        self.documents, self.lines, self.robot, self.beats = dict(world.documents), list(world.lines), world.robot, 0


class Bench:
    def __init__(self):
        self.carrier = Liar(None)

    async def serve(self, folder, client):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.endpoint = f"opc.tcp://localhost:{port}"
        self.new(1, 1.0)
        await self.carrier.serve(self.endpoint, folder, client)
        return self.endpoint

    def new(self, seed, step_s, **_):
        self.carrier.controller = World(seed, step_s, self.close)
        self.carrier.lie, self.carrier.ghost = "none", None

    def close(self):
        for client in list(getattr(self.carrier, "server", None) and self.carrier.server.bserver.clients or []):
            client.transport.abort()

    async def answer(self, command, rest):
        world, carrier = self.carrier.controller, self.carrier
        if command == "serve":
            return await self.serve(**json.loads(rest))
        if command == "new":
            self.new(**json.loads(rest))
        elif command == "close":
            self.close()
        elif command == "alter":
            text = await carrier.texts[0].read_value()
            await carrier.texts[0].write_value(text.replace("Safe_Pos_1", "Safe_Pos_2") + "# altered\n")
        elif command == "ghost":
            carrier.ghost = Ghost(world)
        elif command == "alive":
            carrier.ghost = None
        elif command == "ghost_permit":
            return json.dumps((carrier.ghost or world).documents.get("permit.json"))
        elif command == "safety":
            name, value = rest.split(" ")
            if name == "OperationalMode":
                await carrier.mode.write_value(ua.Variant(int(value), ua.VariantType.Int32))
            else:
                await carrier.safety[name].write_value(value == "true")
        elif command == "lie" and rest == "tells nothing":
            service = carrier.server.iserver.subscription_service
            await service.delete_subscriptions(list(service.subscriptions))
        elif command == "lie":
            carrier.lie = rest
        elif command == "twice":
            index = carrier.mode.nodeid.NamespaceIndex
            parent = await carrier.node("SafetyState")
            await parent.add_variable(ua.NodeId("again", index), f"{index}:EmergencyStop", True)
        elif command == "circle":
            cell, index = await carrier.node("Cell"), carrier.mode.nodeid.NamespaceIndex
            inner = await cell.add_object(ua.NodeId("circle", index), f"{index}:inner")
            await inner.add_reference(inner, ua.ObjectIds.Organizes, True, False)
        elif command == "sessions":
            return f"{Counted.opened} {Counted.closed}"
        elif command == "without":
            await carrier.server.delete_nodes([await carrier.node(rest)])
        elif command == "hides":
            hide(carrier.server.iserver, rest)
        elif command == "rob":
            standing = world.documents["permit.json"]
            world.documents["permit.json"] = dict(standing, serial=standing["serial"] + 1, permit="hold",
                                                  run="00000000-0000-4000-8000-000000000007")
        else:
            return faulty.answered(world, command, rest)
        return "ok"


async def main():
    logging.disable(logging.CRITICAL)
    Counted.watch()
    bench = Bench()
    while line := await asyncio.to_thread(sys.stdin.readline):
        command, _, rest = line.rstrip("\n").partition(" ")
        print(await bench.answer(command, rest), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
