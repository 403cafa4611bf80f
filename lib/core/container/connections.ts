import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Limits } from '../config/content-keys';
import { Connection } from './connection';

/** How often connections are checked, unless the response timeout is short. */
const CHECK_INTERVAL_MS = 1000;

/** A check that comes later than this was blocked by the process, and counts only this much time. */
const MAX_INTERVALS = 1.5;

/** The open connections of a server, and the sockets whose TLS handshake is not complete. */
export class Connections {
  readonly #handshakes = new Map<string, Socket>();
  readonly #connections = new Map<Socket, Connection>();
  #isDraining = false;
  #checkedAtMs = 0;
  /** Time in which the process could send: while it is blocked, no client can read anything. */
  #clockMs = 0;

  constructor(server: Server, isSecure: boolean, { responseTimeoutMs }: Pick<Limits, 'responseTimeoutMs'>) {
    if (isSecure) server.on('connection', (socket) => this.#beginHandshake(socket));
    server.on(isSecure ? 'secureConnection' : 'connection', (socket: Socket) => this.#add(socket));
    server.once('listening', () => {
      const intervalMs = checkInterval(responseTimeoutMs);
      this.#checkedAtMs = performance.now();
      const check = setInterval(() => this.#cutStalled(responseTimeoutMs, intervalMs), intervalMs).unref();
      server.once('close', () => clearInterval(check));
    });
  }

  /** Undefined for a socket whose TLS handshake failed. */
  of(socket: Socket): Connection | undefined {
    return this.#connections.get(socket);
  }

  /** Makes each response the last one of its connection, also on new ones. */
  drain(): void {
    this.#isDraining = true;
    for (const connection of this.#connections.values()) connection.drain();
  }

  /** Closes each connection after its pending responses. */
  close(): void {
    for (const socket of this.#handshakes.values()) socket.destroy();
    for (const connection of this.#connections.values()) connection.close();
  }

  destroy(): void {
    for (const socket of [...this.#handshakes.values(), ...this.#connections.keys()]) socket.destroy();
  }

  /** A TCP socket and its TLS socket share nothing but the addresses. */
  #beginHandshake(socket: Socket): void {
    const peer = peerOf(socket);
    this.#handshakes.set(peer, socket);
    socket.once('close', () => {
      if (this.#handshakes.get(peer) === socket) this.#handshakes.delete(peer);
    });
  }

  #add(socket: Socket): void {
    const peer = peerOf(socket);
    const connection = new Connection(socket, this.#handshakes.get(peer) ?? socket);
    if (this.#isDraining) connection.drain();
    this.#connections.set(socket, connection);
    this.#handshakes.delete(peer);
    socket.once('close', () => this.#connections.delete(socket));
  }

  #cutStalled(responseTimeoutMs: number, intervalMs: number): void {
    const nowMs = performance.now();
    this.#clockMs += Math.min(nowMs - this.#checkedAtMs, MAX_INTERVALS * intervalMs);
    this.#checkedAtMs = nowMs;
    for (const connection of this.#connections.values()) connection.cutStalled(this.#clockMs, responseTimeoutMs);
  }
}

function peerOf({ remoteAddress, remotePort, localAddress }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localAddress}`;
}

function checkInterval(timeoutMs: number): number {
  return timeoutMs === 0 ? CHECK_INTERVAL_MS : Math.min(CHECK_INTERVAL_MS, Math.ceil(timeoutMs / 4));
}
