import { useSyncExternalStore } from 'react'
import { statusWords } from './check-words.ts'
import type { Check } from './check.ts'

/** Frequencies in hertz and lengths in seconds of the tones, one after the other; and how the phone trembles, in ms. */
interface Signal {
  tones: readonly [hertz: number, seconds: number][]
  tremble: readonly number[]
}

const signals = {
  good: {
    tones: [
      [1047, 0.09],
      [1568, 0.14],
    ],
    tremble: [60],
  },
  attention: {
    tones: [
      [660, 0.12],
      [660, 0.12],
      [660, 0.12],
    ],
    tremble: [80, 60, 80],
  },
  bad: {
    tones: [
      [220, 0.2],
      [175, 0.4],
    ],
    tremble: [260, 90, 260],
  },
} as const satisfies Record<string, Signal>
const loudness = 0.25

/** Heard and felt without looking: good, to be looked at, or bad. */
export function signalCheck(check: Check): void {
  const { tremble, tones } = signals[signalOf(check)]
  if (isMuted()) return
  // Not every browser has it, whatever its type says.
  ;(navigator as Partial<Navigator>).vibrate?.([...tremble])
  play(tones)
}

function signalOf({ status, firstAt }: Check): keyof typeof signals {
  const { tone } = statusWords[status]
  if (tone === 'red') return 'bad'
  return tone === 'green' && firstAt === undefined ? 'good' : 'attention'
}

let sounding: AudioContext | undefined

function play(tones: Signal['tones']): void {
  sounding ??= new AudioContext()
  void sounding.resume()
  let from = sounding.currentTime
  for (const [hertz, seconds] of tones) {
    const tone = sounding.createOscillator()
    const volume = sounding.createGain()
    tone.frequency.value = hertz
    volume.gain.setValueAtTime(loudness, from)
    volume.gain.exponentialRampToValueAtTime(0.001, from + seconds)
    tone.connect(volume).connect(sounding.destination)
    tone.start(from)
    tone.stop(from + seconds)
    from += seconds + 0.04
  }
}

const mutedKey = 'cartoesSemSom'
const listeners = new Set<() => void>()

/** Remembered by the device. */
export function useMuted(): boolean {
  return useSyncExternalStore(subscribe, isMuted)
}

export function mute(muted: boolean): void {
  if (muted) localStorage.setItem(mutedKey, 'true')
  else localStorage.removeItem(mutedKey)
  for (const listener of listeners) listener()
}

function isMuted(): boolean {
  return localStorage.getItem(mutedKey) === 'true'
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
