import { useSyncExternalStore } from 'react'
import { type Check, statusWords } from './check.ts'

/** Consecutive tones (hertz, seconds) and the vibration pattern in milliseconds. */
interface Signal {
  tones: readonly [hertz: number, seconds: number][]
  vibration: readonly number[]
}

const signals = {
  good: {
    tones: [
      [1047, 0.09],
      [1568, 0.14],
    ],
    vibration: [60],
  },
  attention: {
    tones: [
      [660, 0.12],
      [660, 0.12],
      [660, 0.12],
    ],
    vibration: [80, 60, 80],
  },
  bad: {
    tones: [
      [220, 0.2],
      [175, 0.4],
    ],
    vibration: [260, 90, 260],
  },
} as const satisfies Record<string, Signal>
const volumeLevel = 0.25

/** Plays the sound and vibration for the result of a check, unless muted. */
export function signalCheck(check: Check): void {
  const { vibration, tones } = signals[signalNameOf(check)]
  if (isMuted()) return
  // Despite its type, undefined in some browsers.
  ;(navigator as Partial<Navigator>).vibrate?.([...vibration])
  play(tones)
}

function signalNameOf({ status, firstAt }: Check): keyof typeof signals {
  const { tone } = statusWords[status]
  if (tone === 'red') return 'bad'
  return tone === 'green' && firstAt === undefined ? 'good' : 'attention'
}

let audio: AudioContext | undefined

function play(tones: Signal['tones']): void {
  audio ??= new AudioContext()
  void audio.resume()
  let from = audio.currentTime
  for (const [hertz, seconds] of tones) {
    const tone = audio.createOscillator()
    const volume = audio.createGain()
    tone.frequency.value = hertz
    volume.gain.setValueAtTime(volumeLevel, from)
    volume.gain.exponentialRampToValueAtTime(0.001, from + seconds)
    tone.connect(volume).connect(audio.destination)
    tone.start(from)
    tone.stop(from + seconds)
    from += seconds + 0.04
  }
}

const mutedKey = 'cartoesSemSom'
const listeners = new Set<() => void>()

/** Whether sounds are off on this device. */
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
