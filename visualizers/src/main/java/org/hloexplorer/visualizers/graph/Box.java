package org.hloexplorer.visualizers.graph;

/** A rectangle in the coordinates of the picture, y downwards. */
public record Box(double x, double y, double width, double height) {

    public double right() {
        return x + width;
    }

    public double bottom() {
        return y + height;
    }

    public double centerX() {
        return x + width / 2;
    }

    public double centerY() {
        return y + height / 2;
    }

    public boolean contains(double pointX, double pointY) {
        return pointX >= x && pointX <= right() && pointY >= y && pointY <= bottom();
    }

    public boolean intersects(Box other) {
        return x <= other.right() && other.x <= right() && y <= other.bottom() && other.y <= bottom();
    }

    public Box movedBy(double dx, double dy) {
        return new Box(x + dx, y + dy, width, height);
    }

    public Box centredAt(double pointX, double pointY) {
        return new Box(pointX - width / 2, pointY - height / 2, width, height);
    }

    /** The smallest box around both. */
    public Box around(Box other) {
        double left = Math.min(x, other.x);
        double top = Math.min(y, other.y);
        return new Box(left, top, Math.max(right(), other.right()) - left, Math.max(bottom(), other.bottom()) - top);
    }

    /** This box on its way to another: 0 is here, 1 is there. */
    public Box towards(Box goal, double part) {
        return new Box(
                x + (goal.x - x) * part,
                y + (goal.y - y) * part,
                width + (goal.width - width) * part,
                height + (goal.height - height) * part);
    }
}
