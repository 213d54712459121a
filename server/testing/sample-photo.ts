import sharp from 'sharp'

/** A photo with the size and detail of camera photos, different for each index. */
export async function samplePhoto(index: number, { width = 560, height = 720 } = {}): Promise<Buffer> {
  const colour = { r: (index * 37) % 256, g: (index * 91) % 256, b: (index * 53) % 256 }
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const grain = await sharp({ create: { width, height, channels: 3, background: colour, noise } })
    .blur(0.7)
    .png()
    .toBuffer()
  return sharp({ create: { width, height, channels: 3, background: colour } })
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality: 85 })
    .toBuffer()
}
