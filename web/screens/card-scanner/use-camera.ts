import { useEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react'
import { ScanCamera, type CameraView } from './scan-camera.ts'

export interface Camera extends CameraView {
  /** Where what it sees is shown. */
  video: RefObject<HTMLVideoElement | null>
  scan: ScanCamera
}

/** The camera, for as long as the component is drawn; calls back with each code that comes into sight. */
export function useCamera(onRead: (text: string) => void): Camera {
  const video = useRef<HTMLVideoElement>(null)
  const current = useRef(onRead)
  useEffect(() => {
    current.current = onRead
  })
  const [scan] = useState(() => new ScanCamera())
  const view = useSyncExternalStore(scan.subscribe, scan.view)
  useEffect(() => {
    scan.attach(video.current, (text) => current.current(text))
    return () => scan.detach()
  }, [scan])
  return { ...view, video, scan }
}
