import { useEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react'
import { ScanCamera, type CameraView } from './scan-camera.ts'

export interface Camera extends CameraView {
  video: RefObject<HTMLVideoElement | null>
  scan: ScanCamera
}

/** The camera while the component is mounted; calls back with each code that comes into sight. */
export function useCamera(onRead: (text: string) => void): Camera {
  const video = useRef<HTMLVideoElement>(null)
  const latestOnRead = useRef(onRead)
  useEffect(() => {
    latestOnRead.current = onRead
  })
  const [scan] = useState(() => new ScanCamera())
  const view = useSyncExternalStore(scan.subscribe, scan.view)
  useEffect(() => {
    scan.attach(video.current, (text) => latestOnRead.current(text))
    return () => scan.detach()
  }, [scan])
  return { ...view, video, scan }
}
