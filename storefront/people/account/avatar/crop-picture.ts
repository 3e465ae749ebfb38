const SIDE_PX = 480
const QUALITY = 0.92

/** Renders the chosen part of a picture as a square JPEG. `part` is in pixels of the picture. It rejects if the browser cannot draw it. */
export function cropPictureToSquareJpeg(
  picture: HTMLImageElement,
  part: { x: number; y: number; width: number; height: number },
): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = SIDE_PX
  canvas.height = SIDE_PX
  const brush = canvas.getContext('2d')
  if (!brush) throw new Error('浏览器无法处理图片，请换一个浏览器')
  // Transparent pixels become white instead of black.
  brush.fillStyle = '#fff'
  brush.fillRect(0, 0, SIDE_PX, SIDE_PX)
  brush.imageSmoothingQuality = 'high'
  brush.drawImage(picture, part.x, part.y, part.width, part.height, 0, 0, SIDE_PX, SIDE_PX)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('图片过大，浏览器无法处理，请换一张'))), 'image/jpeg', QUALITY),
  )
}
