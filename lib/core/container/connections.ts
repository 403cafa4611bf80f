import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Limits } from '../config/content-keys';
import { Connection } from './connection';

/** How often connections are looked at, unless a time limit is short. */
const CHECK_INTERVAL_MS = 1000;

/** A look that comes later than that was held up, and so was what is sent. */
const MOST_INTERVALS = 1.5;

/** The open connections of a server: those over which requests come, and those that have yet to agree on TLS. */
export class Connections {
  readonly #handshakes = new Map<string, Socket>();
  readonly #connections = new Map<Socket, Connection>();
  #lookedAtMs = 0;
  /** Time in which something could be sent: while the process is held, no client can take anything. */
  #clockMs = 0;

  constructor(server: Server, isSecure: boolean, { responseTimeoutMs }: Pick<Limits, 'responseTimeoutMs'>) {
    if (isSecure) server.on('connection', (socket) => this.#beginHandshake(socket));
    server.on(isSecure ? 'secureConnection' : 'connection', (socket: Socket) => this.#add(socket));
    server.once('listening', () => {
      const intervalMs = checkInterval(responseTimeoutMs);
      this.#lookedAtMs = performance.now();
      const check = setInterval(() => this.#cutStalled(responseTimeoutMs, intervalMs), intervalMs).unref();
      server.once('close', () => clearInterval(check));
    });
  }

  /** Undefined for a socket whose handshake failed. */
  of(socket: Socket): Connection | undefined {
    return this.#connections.get(socket);
  }

  /** Closes each connection after the responses that it owes: at once when it owes none. */
  close(): void {
    for (const socket of this.#handshakes.values()) socket.destroy();
    for (const connection of this.#connections.values()) connection.close();
  }

  destroy(): void {
    for (const socket of [...this.#handshakes.values(), ...this.#connections.keys()]) socket.destroy();
  }

  /** The raw socket and the one of its TLS have nothing in common but the peer. */
  #beginHandshake(socket: Socket): void {
    const peer = peerOf(socket);
    this.#handshakes.set(peer, socket);
    socket.once('close', () => {
      if (this.#handshakes.get(peer) === socket) this.#handshakes.delete(peer);
    });
  }

  #add(socket: Socket): void {
    const peer = peerOf(socket);
    this.#connections.set(socket, new Connection(socket, this.#handshakes.get(peer) ?? socket));
    this.#handshakes.delete(peer);
    socket.once('close', () => this.#connections.delete(socket));
  }

  #cutStalled(responseTimeoutMs: number, intervalMs: number): void {
    const nowMs = performance.now();
    this.#clockMs += Math.min(nowMs - this.#lookedAtMs, MOST_INTERVALS * intervalMs);
    this.#lookedAtMs = nowMs;
    for (const connection of this.#connections.values()) connection.cutStalled(this.#clockMs, responseTimeoutMs);
  }
}

function peerOf({ remoteAddress, remotePort, localAddress }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localAddress}`;
}

function checkInterval(timeoutMs: number): number {
  return timeoutMs === 0 ? CHECK_INTERVAL_MS : Math.min(CHECK_INTERVAL_MS, Math.ceil(timeoutMs / 4));
}
