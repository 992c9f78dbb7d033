signs => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const luminance = (color) => {
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue] = [...canvas.getImageData(0, 0, 1, 1).data].map((part) =>
      part > 10 ? ((part / 255 + 0.055) / 1.055) ** 2.4 : part / 255 / 12.92);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const ground = luminance(getComputedStyle(document.body).backgroundColor);
  return Math.min(...signs.map((sign) => {
    const { color, opacity } = getComputedStyle(sign);
    const own = luminance(color);
    return opacity * (Math.max(own, ground) + 0.05) / (Math.min(own, ground) + 0.05);
  }));
}
